import type { Knex } from 'knex'
import type { OrderInput } from '../../../resources/orders/order-input.ts'
import type { OrderLine } from '../../../resources/orders/order-line.ts'
import { scheduleOf } from '../../../resources/orders/quote/schedule.ts'
import { encodeValue } from '../../derive/row-codec.ts'
import type { Author } from '../../derive/save/author.ts'
import { insertMany } from '../../derive/save/write.ts'
import { now } from '../../platform/clock.ts'
import type { QuotedLine } from '../quote/quote-line.ts'

/**
 * Deletes the open lines of an order, to be written again; deleted and rejected lines stay on record. They are deleted
 * by their ids, because a search would wait for lines of other orders, and these for ours.
 */
export async function dropLines(trx: Knex, orderId: number) {
  const open: { lineId: number; deliveryId: number | null }[] = await trx('order_line')
    .leftJoin('schedule_line', 'schedule_line.orderLineId', 'order_line.id')
    .where({ 'order_line.orderId': orderId, lineStatus: 'OPEN' })
    .select('order_line.id as lineId', 'schedule_line.id as deliveryId')
  const deliveries = open.flatMap(({ deliveryId }) => deliveryId ?? [])
  if (deliveries.length > 0) await trx('schedule_line').whereIn('id', deliveries).delete()
  if (open.length > 0)
    await trx('order_line')
      .whereIn('id', [...new Set(open.map(({ lineId }) => lineId))])
      .delete()
}

/**
 * Writes the priced lines of an order with their deliveries, numbered 10, 20, … without the numbers still in use. They
 * get no history rows of their creation, because each save replaces them. Lines that an approver changed in `before`
 * keep their original values.
 */
export async function writeLines(
  trx: Knex,
  orderId: number,
  lines: QuotedLine[],
  input: OrderInput,
  author: Author,
  before: readonly OrderLine[] = [],
) {
  const at = now()
  const rowColumns = { rowVersion: 1, createdAt: at, createdById: author.id, updatedAt: at, updatedById: author.id }
  const usedNumbers: number[] = await trx('order_line').where({ orderId }).pluck('lineNo')
  const numbers = freeNumbers(lines.length, usedNumbers)
  const changed = new Map(before.filter(line => line.changedByApprover).map(line => [line.productId, line]))
  const rows = lines.map((line, index) => {
    const { originalJson = null } = changed.get(line.input.productId) ?? {}
    const originals = { changedByApprover: originalJson ? 1 : 0, originalJson: encodeValue(originalJson) }
    return { ...lineRow(orderId, line, numbers[index]!), ...originals, ...rowColumns }
  })
  await insertAll(trx, 'order_line', rows, 20)
  const ids: number[] = await trx('order_line')
    .where({ orderId })
    .whereIn('lineNo', numbers)
    .orderBy('lineNo')
    .pluck('id')
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
        ...rowColumns,
      }),
    ),
  )
  await insertAll(trx, 'schedule_line', deliveries, 100)
}

function freeNumbers(count: number, usedNumbers: readonly number[]): number[] {
  const numbers: number[] = []
  for (let no = 10; numbers.length < count; no += 10) if (!usedNumbers.includes(no)) numbers.push(no)
  return numbers
}

/** Inserts in batches, so that the statement stays short enough to stay prepared. */
async function insertAll(trx: Knex, table: string, rows: Record<string, unknown>[], atOnce: number) {
  for (let start = 0; start < rows.length; start += atOnce)
    await insertMany(trx, table, rows.slice(start, start + atOnce))
}

/** A line as a row of the database. */
function lineRow(orderId: number, line: QuotedLine, lineNo: number): Record<string, unknown> {
  const { input } = line
  return {
    orderId,
    lineNo,
    productId: input.productId,
    soldToId: line.soldToId,
    qty: input.qty,
    uom: line.uom,
    priceUnit: line.priceUnit,
    listPrice: line.listPrice,
    priceSource: line.priceSource,
    priceSourceId: line.priceSourceId,
    defaultDiscountPct: line.defaultDiscountPct,
    promoCode: input.promoCode,
    promoCodeId: line.promoCodeId,
    promoDiscountPct: line.promoDiscountPct,
    promoDiscountValue: line.promoDiscountValue,
    manualDiscountPct: line.manualDiscountPct,
    basePrice: line.basePrice,
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
    sourceRowId: line.sourceRowId,
    sourceTrace: JSON.stringify(line.sourceTrace),
    priceTrace: JSON.stringify(line.priceTrace),
    stockAtEntry: line.stockAtEntry,
    eudStatus: line.eud.eudStatus,
    eudDocumentId: line.eud.eudDocumentId,
    eudNeeds: line.eud.needs.length > 0 ? JSON.stringify(line.eud.needs) : null,
    singleBatchRequired: line.singleBatchRequired ? 1 : 0,
    requestedBatchNo: input.requestedBatchNo,
    shippingInstruction: line.shippingInstruction,
    shippingInstructionId: line.shippingInstructionId,
    lineStatus: 'OPEN',
    confirmedQty: 0,
    dispatchedQty: 0,
    invoicedQty: 0,
    cancelledQty: 0,
  }
}
