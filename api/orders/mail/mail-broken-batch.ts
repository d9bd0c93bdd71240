import type { Knex } from 'knex'
import { sendMails } from '../../mail/messages.ts'
import { readOrder } from '../move-order.ts'
import { receiversOf } from './mail-receivers.ts'
import { mailTo, orderMailValues, receiverMailValues } from './mail-values.ts'

/** Finds lines that need a single batch and are invoiced from several; returns the batch numbers by line id. */
export async function brokenBatches(db: Knex, orderId: number): Promise<Map<number, string[]>> {
  const rows: { id: number; batchNo: string }[] = await db('order_line as line')
    .join('invoice_line', 'invoice_line.orderLineId', 'line.id')
    .join('invoice', 'invoice.id', 'invoice_line.invoiceId')
    .where({ 'line.orderId': orderId, 'line.singleBatchRequired': 1 })
    .where({ 'invoice.invoiceType': 'INVOICE', 'invoice.isCancelled': 0 })
    .whereNotNull('invoice_line.batchNo')
    .distinct('line.id', 'invoice_line.batchNo')
    .orderBy('invoice_line.batchNo')
  const batches = Map.groupBy(rows, ({ id }) => id)
  return new Map(
    [...batches]
      .filter(([, batchRows]) => batchRows.length > 1)
      .map(([id, batchRows]) => [id, batchRows.map(({ batchNo }) => batchNo)]),
  )
}

/** Mails the customer service centre about lines that need one batch and, unlike in `before`, have several. */
export async function mailBrokenBatches(trx: Knex, orderId: number, before: ReadonlyMap<number, string[]>) {
  const broken = [...(await brokenBatches(trx, orderId))].filter(
    ([id, batches]) => String(before.get(id)) !== String(batches),
  )
  if (broken.length === 0) return
  const order = await readOrder(trx, orderId)
  const orderValues = await orderMailValues(trx, order)
  const centre = await receiversOf(trx, order, ['csc'])
  const codes: { id: number; code: string }[] = await trx('order_line')
    .join('products', 'products.id', 'order_line.productId')
    .whereIn(
      'order_line.id',
      broken.map(([id]) => id),
    )
    .select('order_line.id', 'products.code')
  const mails = broken.flatMap(([lineId, batches]) =>
    centre.map(receiver => ({
      ...mailTo(receiver, order, 'SINGLE_BATCH_BROKEN'),
      values: {
        ...orderValues,
        ...receiverMailValues(receiver, order),
        productCode: codes.find(({ id }) => id === lineId)!.code,
        batches: batches.join(', '),
      },
    })),
  )
  await sendMails(trx, mails)
}
