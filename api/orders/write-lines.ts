import type { Knex } from 'knex'
import { scheduleOf } from '../../resources/orders/schedule.ts'
import type { Author } from '../derive/write.ts'
import { now } from '../platform/clock.ts'
import type { OrderInput } from './order-input.ts'
import type { QuotedLine } from './quote.ts'

/** Takes the lines of a draft away, to be written anew. */
export async function dropLines(trx: Knex, orderId: number) {
  await trx('schedule_line').where({ orderId }).delete()
  await trx('order_line').where({ orderId }).delete()
}

/**
 * Writes the lines of an order as priced, numbered 10, 20, …, each with its deliveries. They begin without history rows,
 * for a save replaces them all.
 */
export async function writeLines(trx: Knex, orderId: number, lines: QuotedLine[], input: OrderInput, author: Author) {
  const at = now()
  const kept = { rowVersion: 1, createdAt: at, createdById: author.id, updatedAt: at, updatedById: author.id }
  const rows = lines.map((line, index) => ({ ...lineRow(orderId, line, (index + 1) * 10), ...kept }))
  for (let start = 0; start < rows.length; start += 200) await trx('order_line').insert(rows.slice(start, start + 200))
  const ids: number[] = await trx('order_line').where({ orderId }).orderBy('lineNo').pluck('id')
  const deliveries = lines.flatMap((line, index) =>
    scheduleOf(line.input.qty, input.requestedDeliveryDate, line.input.schedules).map(
      ({ scheduleNo, requestedDate, qty }) => ({
        orderId,
        orderLineId: ids[index]!,
        scheduleNo,
        requestedDate,
        qty,
        confirmedQty: 0,
        deliveredQty: 0,
        ...kept,
      }),
    ),
  )
  for (let start = 0; start < deliveries.length; start += 500)
    await trx('schedule_line').insert(deliveries.slice(start, start + 500))
}

/** A line as the table keeps it. */
function lineRow(orderId: number, line: QuotedLine, lineNo: number): Record<string, unknown> {
  const { input } = line
  return {
    orderId,
    lineNo,
    productId: input.productId,
    soldToId: line.soldToId,
    qty: input.qty,
    uom: line.uom,
    listPrice: line.listPrice,
    priceSource: line.priceSource,
    priceSourceId: line.priceSourceId,
    defaultDiscountPct: line.defaultDiscountPct,
    promoCode: input.promoCode,
    promoCodeId: line.promoCodeId,
    promoDiscountValue: line.promoDiscountValue,
    manualDiscountPct: line.manualDiscountPct,
    netPrice: line.netPrice,
    discountPct: line.discountPct,
    limitPrice: line.limitPrice,
    limitGapPct: line.limitGapPct,
    asp: line.asp,
    aspGapPct: line.aspGapPct,
    netValue: line.netValue,
    freightValue: line.freightValue,
    taxableValue: line.taxableValue,
    gstRate: line.gstRate,
    cgst: line.cgst,
    sgst: line.sgst,
    igst: line.igst,
    grossValue: line.grossValue,
    plantId: line.plantId,
    sourceRule: line.sourceRule,
    sourceTrace: JSON.stringify(line.sourceTrace),
    priceTrace: JSON.stringify(line.priceTrace),
    stockAtEntry: line.stockAtEntry,
    eudStatus: 'NOT_REQUIRED',
    singleBatchRequired: line.singleBatchRequired ? 1 : 0,
    requestedBatchNo: input.requestedBatchNo,
    shippingInstruction: line.shippingInstruction,
    lineStatus: 'OPEN',
    confirmedQty: 0,
    dispatchedQty: 0,
    invoicedQty: 0,
    cancelledQty: 0,
    changedByApprover: 0,
  }
}
