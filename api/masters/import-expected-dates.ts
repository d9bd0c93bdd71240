import type { Knex } from 'knex'
import { uploadExpectedDeliveryDates } from '../../resources/masters/upload-expected-delivery-dates.ts'
import { type Order, order } from '../../resources/orders/order.ts'
import { orderLine } from '../../resources/orders/order-line.ts'
import { scheduleLine } from '../../resources/orders/schedule-line.ts'
import type { ImportRow } from '../derive/import/import-row.ts'
import { actsOnAll, restrict } from '../derive/rights/conditions.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { insertRows, updateRow } from '../derive/save/write.ts'
import type { UploadContext } from '../derive/uploads/upload.ts'
import { today } from '../platform/clock.ts'

const OPEN: readonly Order['status'][] = ['CONFIRMED', 'PARTIALLY_DISPATCHED']

/** Writes the day on which open deliveries are expected, and saves the previous one. */
export async function importExpectedDates(trx: Knex.Transaction, rows: ImportRow[], { author, person }: UploadContext) {
  const ids = [...new Set(rows.map(({ row }) => row.orderId as number))]
  const orders = new Map((await rowsOf(trx, order, found => found.whereIn('id', ids))).map(one => [one.id, one]))
  const lines = await rowsOf(trx, orderLine, found => found.whereIn('orderId', ids))
  const schedules = await rowsOf(trx, scheduleLine, found => found.whereIn('orderId', ids))
  const mine = actsOnAll(uploadExpectedDeliveryDates, person, 'import')
    ? new Set(ids)
    : new Set<number>(
        await restrict(trx('order').whereIn('order.id', ids), trx, order, person, 'read').pluck('order.id'),
      )
  for (const one of rows) {
    const { orderId, lineNo, scheduleNo, expectedDeliveryDate: newDate, remarks } = one.row
    const placed = orders.get(orderId as number)
    if (!placed || !mine.has(placed.id)) {
      one.refuse('orderId', 'OUT_OF_SCOPE', 'This order lies outside what you may enter dates for')
      continue
    }
    const line = lines.find(line => line.orderId === orderId && line.lineNo === lineNo)
    const delivery =
      line && schedules.find(({ orderLineId, scheduleNo: no }) => orderLineId === line.id && no === scheduleNo)
    if (!OPEN.includes(placed.status))
      one.refuse('orderId', 'NOT_ALLOWED_STATE', 'The order is not confirmed, or all of it has gone out')
    else if (!line) one.refuse('lineNo', 'UNKNOWN_REF', `Order ${placed.orderNo} has no line ${lineNo}`)
    else if (!delivery) one.refuse('scheduleNo', 'UNKNOWN_REF', `Line ${lineNo} has no delivery ${scheduleNo}`)
    else if (line.qty - line.dispatchedQty - line.cancelledQty <= 0)
      one.refuse('lineNo', 'NOT_ALLOWED_STATE', `Nothing of line ${lineNo} is still to be delivered`)
    else if (String(newDate) < today())
      one.refuse('expectedDeliveryDate', 'RANGE', 'Expected delivery date must not lie before today')
    else {
      one.before = { ...delivery }
      one.entityId = delivery.id
      one.unchanged = delivery.expectedDeliveryDate === newDate
      if (one.unchanged) continue
      await updateRow(trx, scheduleLine, delivery, { expectedDeliveryDate: String(newDate) }, author)
      const values = {
        importJobId: author.importJobId!,
        orderId: placed.id,
        orderLineId: line.id,
        lineNo: line.lineNo,
        scheduleNo: delivery.scheduleNo,
        customerId: placed.customerId,
        productId: line.productId,
        plantId: line.plantId,
        sbuId: placed.sbuId,
        oldDate: delivery.expectedDeliveryDate,
        newDate: String(newDate),
        remarks: (remarks as string | null) ?? null,
        mailSent: false,
      }
      await insertRows(trx, uploadExpectedDeliveryDates, [values], author)
    }
  }
}
