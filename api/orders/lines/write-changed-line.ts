import type { Knex } from 'knex'
import { rupeesPer } from '../../../resources/define/show.ts'
import { type OriginalLine, withNetPrice } from '../../../resources/orders/line-change.ts'
import type { OrderInput } from '../../../resources/orders/order-input.ts'
import { type OrderLine, orderLine } from '../../../resources/orders/order-line.ts'
import { scheduleLine } from '../../../resources/orders/schedule-line.ts'
import type { Trace } from '../../../resources/orders/trace.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import type { OrderFacts } from '../quote/order-facts.ts'
import { type QuotedLine, quoteLine } from '../quote/quote-line.ts'
import type { ChangedLine } from './changed-line.ts'

/** Writes a changed line with all that follows from it, and its deliveries; `originalJson` keeps original values. */
export async function writeChangedLine(
  trx: Knex,
  facts: OrderFacts,
  input: OrderInput,
  changed: ChangedLine,
  who: string,
  author: Author,
): Promise<void> {
  const { line, change, deliveries } = changed
  const scheduleLines = await rowsOf(trx, scheduleLine, rows =>
    rows.where('orderLineId', line.id).orderBy('scheduleNo'),
  )
  const { qty, netPrice, plantId } = line
  const original: OriginalLine = {
    qty,
    netPrice,
    plantId,
    requestedDate: scheduleLines[0]?.requestedDate ?? input.requestedDeliveryDate,
  }
  const marks = { changedByApprover: true, originalJson: line.originalJson ?? original }
  if (change.isRejected) {
    const rejected = { ...marks, lineStatus: 'REJECTED', rejectReasonId: change.rejectReasonId } as const
    await updateRow(trx, orderLine, line, rejected, author)
    return
  }
  const quoted = quoteLine(facts, changed.input, input, changed.index, fixedDecisions(changed, who))
  await updateRow(trx, orderLine, line, { ...marks, qty: changed.input.qty, ...calculatedColumns(quoted) }, author)
  for (const delivery of scheduleLines) {
    const now = deliveries.find(({ id }) => id === delivery.id)
    if (!now) await trx('schedule_line').where({ id: delivery.id }).delete()
    else if (now.qty !== delivery.qty || now.requestedDate !== delivery.requestedDate)
      await updateRow(trx, scheduleLine, delivery, { qty: now.qty, requestedDate: now.requestedDate }, author)
  }
}

/** Keeps price and plant as they were decided before, except where the approver sets them. */
function fixedDecisions({ line, change, input }: ChangedLine, who: string) {
  const price = { ...line, qty: input.qty }
  const { netPrice, manualDiscountPct, discountPct, netValue } = withNetPrice(price, change.netPrice ?? line.netPrice)
  const traceBefore = line.priceTrace as Trace | null
  const steps = (traceBefore?.steps ?? []).filter(({ step }) => /^[PDA]\d/.test(step))
  const reason = `${who} set the price to ${rupeesPer(netPrice, line.priceUnit)}`
  const approverStep = { step: 'A1', name: 'APPROVER', verdict: 'won', row: null, reason } as const
  const priced = {
    priceUnit: line.priceUnit,
    listPrice: line.listPrice,
    priceSource: line.priceSource,
    priceSourceId: line.priceSourceId,
    defaultDiscountPct: line.defaultDiscountPct,
    promoCodeId: line.promoCodeId,
    promoDiscountValue: line.promoDiscountValue,
    manualDiscountPct: change.netPrice === null ? line.manualDiscountPct : manualDiscountPct,
    netPrice,
    discountPct: change.netPrice === null ? line.discountPct : discountPct,
    netValue,
    priceProblem: null,
    priceTrace: {
      format: 1 as const,
      kind: 'price' as const,
      on: traceBefore?.on ?? '',
      steps: change.netPrice === null ? steps : [...steps, approverStep],
    },
  }
  const sourced = {
    plantId: line.plantId,
    sourceRule: line.sourceRule,
    sourceRowId: line.sourceRowId,
    sourceTrace: line.sourceTrace as Trace,
    sourceProblem: null,
  }
  return change.plantId === null ? { priced, sourced } : { priced }
}

/** The columns of a line's price and of what follows from it. */
export const priceColumns = (quoted: QuotedLine): Partial<OrderLine> => ({
  priceSource: quoted.priceSource,
  priceSourceId: quoted.priceSourceId,
  priceUnit: quoted.priceUnit,
  listPrice: quoted.listPrice,
  defaultDiscountPct: quoted.defaultDiscountPct,
  promoCodeId: quoted.promoCodeId,
  promoDiscountValue: quoted.promoDiscountValue,
  ...calculatedColumns(quoted),
})

/** The columns that are calculated from a line's terms. */
const calculatedColumns = (quoted: QuotedLine): Partial<OrderLine> => ({
  netPrice: quoted.netPrice,
  manualDiscountPct: quoted.manualDiscountPct,
  discountPct: quoted.discountPct,
  limitPrice: quoted.limitPrice,
  limitGapPct: quoted.limitGapPct,
  asp: quoted.asp,
  aspGapPct: quoted.aspGapPct,
  netValue: quoted.netValue,
  freightValue: quoted.freightValue,
  taxableValue: quoted.taxableValue,
  gstRate: quoted.gstRate,
  cgst: quoted.cgst,
  sgst: quoted.sgst,
  igst: quoted.igst,
  grossValue: quoted.grossValue,
  plantId: quoted.plantId,
  sourceRule: quoted.sourceRule,
  sourceRowId: quoted.sourceRowId,
  sourceTrace: quoted.sourceTrace,
  priceTrace: quoted.priceTrace,
  stockAtEntry: quoted.stockAtEntry,
})
