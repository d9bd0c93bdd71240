import type { Knex } from 'knex'
import { pick } from '../../../resources/define/pick.ts'
import { priceFields } from '../../../resources/orders/approvals/changed-price.ts'
import type { OriginalLine } from '../../../resources/orders/line-change.ts'
import { type OrderLine, orderLine } from '../../../resources/orders/order-line.ts'
import { scheduleLine } from '../../../resources/orders/schedule-line.ts'
import type { Trace } from '../../../resources/orders/trace.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { quoteLine } from '../quote/quote-line.ts'
import type { ChangedLine } from './changed-line.ts'
import type { PlannedChanges } from './plan-changes.ts'
import { pricedChange } from './price-of-change.ts'

/** Writes a changed line with all that follows from it, and its deliveries; `originalJson` keeps original values. */
export async function writeChangedLine(
  trx: Knex,
  plan: PlannedChanges,
  changed: ChangedLine,
  who: string,
  author: Author,
): Promise<void> {
  const { line, change, deliveries } = changed
  const scheduleLines = await rowsOf(trx, scheduleLine, rows =>
    rows.where('orderLineId', line.id).orderBy('scheduleNo'),
  )
  const original: OriginalLine = {
    ...pick(line, ['qty', 'netPrice', 'priceUnit', 'plantId']),
    requestedDate: scheduleLines[0]?.requestedDate ?? plan.before.requestedDeliveryDate,
  }
  const marks = { changedByApprover: true, originalJson: line.originalJson ?? original }
  if (change.isRejected) {
    const rejected = { ...marks, lineStatus: 'REJECTED', rejectReasonId: change.rejectReasonId } as const
    await updateRow(trx, orderLine, line, rejected, author)
    return
  }
  await updateRow(trx, orderLine, line, { ...marks, ...columnsAfter(plan, changed, who) }, author)
  for (const delivery of scheduleLines) {
    const now = deliveries.find(({ id }) => id === delivery.id)
    if (!now) await trx('schedule_line').where({ id: delivery.id }).delete()
    else if (now.qty !== delivery.qty || now.requestedDate !== delivery.requestedDate)
      await updateRow(trx, scheduleLine, delivery, { qty: now.qty, requestedDate: now.requestedDate }, author)
  }
}

/** The columns of a line after a change: its price as the approver took it, its plant as before unless they set one. */
export function columnsAfter({ facts, before }: PlannedChanges, changed: ChangedLine, who: string) {
  const { line, change, input, index, price } = changed
  const priced = pricedChange(price, change, facts.day, who)
  const sourced = {
    plantId: line.plantId,
    sourceRule: line.sourceRule,
    sourceRowId: line.sourceRowId,
    sourceTrace: line.sourceTrace as Trace,
    sourceProblem: null,
  }
  const quoted = quoteLine(facts, input, before, index, change.plantId === null ? { priced, sourced } : { priced })
  return {
    qty: input.qty,
    promoCode: input.promoCode,
    ...pick(quoted, calculatedColumns),
  }
}

/** The columns that are calculated from a line's terms. */
export const calculatedColumns = [
  ...priceFields,
  'limitPrice',
  'limitGapPct',
  'asp',
  'aspGapPct',
  'netValue',
  'freightValue',
  'taxableValue',
  'gstRate',
  'cgst',
  'sgst',
  'igst',
  'grossValue',
  'plantId',
  'sourceRule',
  'sourceRowId',
  'sourceTrace',
  'priceTrace',
  'stockAtEntry',
] as const satisfies readonly (keyof OrderLine)[]
