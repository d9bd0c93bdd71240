import type { Knex } from 'knex'
import { rupees } from '../../resources/define/show.ts'
import { type LineBefore, withNetPrice } from '../../resources/orders/line-change.ts'
import type { OrderInput } from '../../resources/orders/order-input.ts'
import { type OrderLine, orderLine } from '../../resources/orders/order-line.ts'
import { scheduleLine } from '../../resources/orders/schedule-line.ts'
import type { Trace } from '../../resources/orders/trace.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { type Author, updateRow } from '../derive/save/write.ts'
import type { Changed } from './changed-line.ts'
import type { OrderFacts } from './quote/order-facts.ts'
import { type QuotedLine, quoteLine } from './quote/quote-line.ts'

/**
 * Writes a changed line with all values that follow from it, and its deliveries. The original values are kept in
 * `originalJson`.
 */
export async function writeChange(
  trx: Knex,
  facts: OrderFacts,
  input: OrderInput,
  changed: Changed,
  who: string,
  author: Author,
): Promise<void> {
  const { line, asked, deliveries } = changed
  const own = await rowsOf(trx, scheduleLine, rows => rows.where('orderLineId', line.id).orderBy('scheduleNo'))
  const { qty, netPrice, plantId } = line
  const first: LineBefore = {
    qty,
    netPrice,
    plantId,
    requestedDate: own[0]?.requestedDate ?? input.requestedDeliveryDate,
  }
  const noted = { changedByApprover: true, originalJson: line.originalJson ?? first }
  if (asked.isRejected) {
    const gone = { ...noted, lineStatus: 'REJECTED', rejectReasonId: asked.rejectReasonId } as const
    await updateRow(trx, orderLine, line, gone, author)
    return
  }
  const quoted = quoteLine(facts, changed.input, input, changed.index, keptOf(changed, who))
  await updateRow(trx, orderLine, line, { ...noted, qty: changed.input.qty, ...valuesOf(quoted) }, author)
  for (const delivery of own) {
    const now = deliveries.find(({ id }) => id === delivery.id)
    if (!now) await trx('schedule_line').where({ id: delivery.id }).delete()
    else if (now.qty !== delivery.qty || now.requestedDate !== delivery.requestedDate)
      await updateRow(trx, scheduleLine, delivery, { qty: now.qty, requestedDate: now.requestedDate }, author)
  }
}

/** Keeps price and plant as they were decided before, except where the approver sets them. */
function keptOf({ line, asked, input }: Changed, who: string) {
  const price = { ...line, qty: input.qty }
  const { netPrice, manualDiscountPct, discountPct, netValue } = withNetPrice(price, asked.netPrice ?? line.netPrice)
  const found = line.priceTrace as Trace | null
  const steps = (found?.steps ?? []).filter(({ step }) => /^[PDA]\d/.test(step))
  const named = `${who} set the price to ${rupees(netPrice)}`
  const noted = { step: 'A1', name: 'APPROVER', verdict: 'won', row: null, reason: named } as const
  const priced = {
    listPrice: line.listPrice,
    priceSource: line.priceSource,
    priceSourceId: line.priceSourceId,
    defaultDiscountPct: line.defaultDiscountPct,
    promoCodeId: line.promoCodeId,
    promoDiscountValue: line.promoDiscountValue,
    manualDiscountPct: asked.netPrice === null ? line.manualDiscountPct : manualDiscountPct,
    netPrice,
    discountPct: asked.netPrice === null ? line.discountPct : discountPct,
    netValue,
    priceProblem: null,
    priceTrace: {
      format: 1 as const,
      kind: 'price' as const,
      on: found?.on ?? '',
      steps: asked.netPrice === null ? steps : [...steps, noted],
    },
  }
  const sourced = {
    plantId: line.plantId,
    sourceRule: line.sourceRule,
    sourceTrace: line.sourceTrace as Trace,
    sourceProblem: null,
  }
  return asked.plantId === null ? { priced, sourced } : { priced }
}

/** The columns that are calculated from a line's terms. */
const valuesOf = (quoted: QuotedLine): Partial<OrderLine> => ({
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
  sourceTrace: quoted.sourceTrace,
  priceTrace: quoted.priceTrace,
  stockAtEntry: quoted.stockAtEntry,
})
