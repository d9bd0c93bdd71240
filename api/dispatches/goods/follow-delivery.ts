import type { Knex } from 'knex'
import { type SapDelivery, sapDelivery } from '../../../resources/dispatches/sap-delivery.ts'
import { type SapDeliveryLine, sapDeliveryLine } from '../../../resources/dispatches/sap-delivery-line.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { updateEach } from '../../derive/save/write.ts'
import { goodsMoved } from '../../goods/recount-goods.ts'
import { renewTasks } from '../events/lr-tasks.ts'
import { goodsAuthor } from './billed-goods.ts'
import { linkBill } from './link-bill.ts'
import { forgetReturns, linkReturns, returnsOf } from './link-returns.ts'
import { moveGoods } from './move-goods.ts'

/**
 * What hangs on deliveries follows them as SAP has them now: what LRs and collections carry moves to SAP's goods, and
 * invoices bill these. Goods that SAP no longer has stay while something carries them, and the desk has a task.
 */
export async function followDeliveries(
  trx: Knex,
  { ids, gone }: { ids: readonly number[]; gone: readonly number[] },
): Promise<void> {
  const deliveries = await rowsOf(trx, sapDelivery, rows =>
    rows
      .whereIn('id', [...ids])
      .orderBy('id')
      .forUpdate(),
  )
  const lines = await rowsOf(trx, sapDeliveryLine, rows => rows.whereIn('deliveryId', [...ids]).orderBy('lineNo'))
  const told = await toldByInvoices(trx, lines)
  const lost = lines.filter(({ id }) => gone.includes(id))
  const left = [...lost.filter(({ countsAs }) => countsAs !== 'RETURN'), ...told]
  const bills = await billsOf(trx, deliveries, [...lines, ...told])
  const given = await returnsOf(trx, { lines: [...lines, ...told] })
  await giveWay(trx, left, lines)
  for (const id of bills) await linkBill(trx, id)
  await forgetReturns(
    trx,
    lost.filter(({ countsAs }) => countsAs === 'RETURN').map(({ id }) => id),
  )
  await linkReturns(trx, given)
  await goodsMoved(
    trx,
    lines.map(({ id }) => id),
  )
  const lrs: number[] = await trx('lr_line_item')
    .whereIn(
      'deliveryLineId',
      [...lines, ...told].map(({ id }) => id),
    )
    .distinct()
    .orderBy('lrId')
    .pluck('lrId')
  await renewTasks(trx, lrs)
}

/** Goods that invoices of an order told of, which these deliveries of SAP deliver. */
async function toldByInvoices(trx: Knex, lines: readonly SapDeliveryLine[]): Promise<SapDeliveryLine[]> {
  const ofOrders = lines.filter(({ countsAs, orderLineId }) => countsAs === 'GOODS' && orderLineId !== null)
  const told = await rowsOf(trx, sapDeliveryLine, rows =>
    rows
      .whereIn(
        'orderLineId',
        ofOrders.map(({ orderLineId }) => orderLineId!),
      )
      .whereIn('deliveryId', trx('sap_delivery').whereNot('origin', 'SAP').select('id')),
  )
  return told.filter(({ orderLineId, productId, batchNo, qty }) =>
    ofOrders.some(
      one =>
        one.orderLineId === orderLineId && one.productId === productId && one.batchNo === batchNo && one.qty === qty,
    ),
  )
}

/** The invoices that bill goods of these deliveries, or name one of them. */
async function billsOf(
  trx: Knex,
  deliveries: readonly SapDelivery[],
  lines: readonly SapDeliveryLine[],
): Promise<number[]> {
  const linked: number[] = await trx('invoice_line_goods')
    .whereIn(
      'deliveryLineId',
      lines.map(({ id }) => id),
    )
    .pluck('invoiceId')
  const numbers = deliveries.map(({ deliveryNo }) => deliveryNo)
  const naming: number[] = await trx('invoice_line')
    .whereIn('sapDeliveryNo', numbers)
    .orWhere(ref => ref.where('refCategory', 'J').whereIn('refDoc', numbers))
    .pluck('invoiceId')
  return [...new Set([...linked, ...naming])].toSorted((a, b) => a - b)
}

/** Goods that SAP does not have give way to those that it has; those that something still carries stay. */
async function giveWay(trx: Knex, left: readonly SapDeliveryLine[], lines: readonly SapDeliveryLine[]) {
  if (left.length === 0) return
  const goods = lines.filter(line => line.countsAs === 'GOODS' && !left.some(({ id }) => id === line.id))
  const staying = await moveGoods(trx, left, goods)
  const stay = left.filter(({ id }) => staying.has(id))
  await updateEach(
    trx,
    sapDeliveryLine,
    // What SAP no longer has can have been deleted only after its goods issue was taken back.
    stay.map(before => ({ before, asked: { isOpen: false, countsAs: 'GOODS' as const, goodsIssue: 'OPEN' as const } })),
    goodsAuthor,
  )
  const over = left.filter(({ id, countsAs }) => !staying.has(id) && countsAs === 'GOODS').map(({ id }) => id)
  await trx('invoice_line_goods')
    .whereIn(
      'deliveryLineId',
      left.filter(({ id }) => !staying.has(id)).map(({ id }) => id),
    )
    .delete()
  await trx('returned_goods').whereIn('deliveryLineId', over).delete()
  await moveLrLines(trx, over, goods)
  await trx('sap_delivery_line').whereIn('id', over).delete()
  const emptied = left.map(({ deliveryId }) => deliveryId)
  await trx('sap_delivery')
    .whereIn('id', emptied)
    .whereNot('origin', 'SAP')
    .whereNotIn('id', trx('sap_delivery_line').select('deliveryId'))
    .whereNotIn('id', trx('lr_line').whereNotNull('deliveryId').select('deliveryId'))
    .delete()
}

/** The lines of LRs whose goods moved to a delivery of SAP name that one. */
async function moveLrLines(trx: Knex, over: readonly number[], goods: readonly SapDeliveryLine[]) {
  if (over.length === 0) return
  const moved: { id: number; deliveryId: number }[] = await trx('lr_line_item as item')
    .join('lr_line', 'lr_line.id', 'item.lrLineId')
    .join('sap_delivery_line as s', 's.id', 'item.deliveryLineId')
    .whereIn(
      's.id',
      goods.map(({ id }) => id),
    )
    .where(other => other.whereNull('lr_line.deliveryId').orWhereRaw('lr_line.deliveryId <> s.deliveryId'))
    .distinct()
    .select('lr_line.id', 's.deliveryId')
  for (const { id, deliveryId } of moved) {
    const line = await trx('lr_line').where({ id }).first('lrId', 'invoiceId')
    const twin = await trx('lr_line').where({ lrId: line.lrId, deliveryId, invoiceId: line.invoiceId }).first('id')
    if (!twin) await trx('lr_line').where({ id }).update({ deliveryId })
  }
}
