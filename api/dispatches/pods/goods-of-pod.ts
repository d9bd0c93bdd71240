import type { Knex } from 'knex'
import { withDefaults } from '../../../resources/define/validate.ts'
import type { PodGoods } from '../../../resources/dispatches/commands/pods.ts'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import { faultsOfSaid, goodsReceived, type SaidGoods } from '../../../resources/dispatches/pods/goods-received.ts'
import { type Pod, pod } from '../../../resources/dispatches/pods/pod.ts'
import { podLine } from '../../../resources/dispatches/pods/pod-line.ts'
import { sapDeliveryLine } from '../../../resources/dispatches/sap-delivery-line.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { insertRows } from '../../derive/save/write.ts'
import { namedGoodsMoved } from '../../goods/goods-moved.ts'
import { broughtBack } from '../../goods/returned-goods.ts'
import { invalidField, notFound, refused } from '../../platform/errors.ts'
import { followLr } from '../events/invoices-of-lr.ts'
import { claimByPod } from './claim-by-pod.ts'

/** Goods on an LR as a POD names them: `qty` in thousandths of `uom`. */
export interface NamedGoods {
  id: number
  qty: number
  deliveryLineId: number
  /** Code of the product, with its batch. */
  name: string
  uom: string
}

/** The goods on an LR, in their order there. */
export async function goodsOnLr(db: Knex, lrId: number): Promise<NamedGoods[]> {
  const rows: (Omit<NamedGoods, 'name'> & { code: string; batchNo: string | null })[] = await db('lr_line_item as item')
    .join('sap_delivery_line as goods', 'goods.id', 'item.deliveryLineId')
    .join('products', 'products.id', 'goods.productId')
    .where('item.lrId', lrId)
    .orderBy('item.id')
    .select('item.id', 'item.qty', 'item.deliveryLineId', 'goods.uom', 'goods.batchNo', 'products.code')
  return rows.map(({ code, batchNo, ...row }) => ({
    ...row,
    qty: Number(row.qty),
    name: batchNo === null ? code : `${code} batch ${batchNo}`,
  }))
}

/** Throws 422 with sentences where what was said of the goods fits neither the packages nor the LR. */
export async function demandSaid(
  trx: Knex,
  { lrId, ...counted }: Pick<Pod, 'lrId' | 'shortagePackages' | 'damagePackages' | 'refusedPackages'>,
  said: readonly SaidGoods[] | null,
): Promise<void> {
  const faults = said === null ? [] : faultsOfSaid(counted, await goodsOnLr(trx, lrId), said)
  if (faults.length > 0) throw refused(faults)
}

/**
 * Writes what the POD of an LR that counts says of each of its goods: as somebody said, else by its packages. Nothing
 * where no POD counts. What was written before is replaced.
 */
export async function writeGoodsOfPod(
  trx: Knex,
  lrId: number,
  said: readonly SaidGoods[] | null,
  author: Author,
): Promise<void> {
  const [counting] = (await rowsOf(trx, pod, rows => rows.where({ lrId, releasedNo: 0 }))) as Pod[]
  if (!counting) return
  const [of] = (await rowsOf(trx, lr, rows => rows.where('id', lrId))) as Lr[]
  await trx('pod_line').where('podId', counting.id).delete()
  const goods = await goodsOnLr(trx, lrId)
  const rows = goodsReceived(counting, of!.packages, goods, said).map(one =>
    withDefaults(podLine, { ...one, podId: counting.id, lrId }),
  )
  await insertRows(trx, podLine, rows, author)
}

/** Removes what PODs say of the goods of an LR, which are about to be replaced. */
export async function forgetGoodsOfPods(trx: Knex, lrId: number): Promise<void> {
  const goods = await goodsOnLr(trx, lrId)
  await trx('pod_line').where({ lrId }).delete()
  await namedGoodsMoved(trx, goods)
}

/** The goods on an LR that the person may read, and what its POD that counts says of each. Throws 404 for another. */
export async function podGoods(db: Knex, lrId: number, person: Person): Promise<PodGoods[]> {
  const [of] = await rowsOf(db, lr, rows => restrict(rows.where('lr.id', lrId), db, lr, person, 'read'))
  if (!of) throw notFound()
  const [goods, [counting]] = [
    await goodsOnLr(db, lrId),
    await rowsOf(db, pod, rows => rows.where({ lrId, releasedNo: 0 })),
  ]
  const lines = await rowsOf(db, podLine, rows => rows.where('podId', counting?.id ?? 0))
  const returned = await returnedTo(db, goods, person)
  return goods.map(({ id, deliveryLineId, qty, name, uom }) => {
    const said = lines.find(({ lrLineItemId }) => lrLineItemId === id)
    const { receivedQty = qty, shortQty = 0, damagedQty = 0, isEstimated = false } = said ?? {}
    const back = returned.get(deliveryLineId)
    const returnedQty = Math.min(back?.qty ?? 0, qty)
    const isReturnAbout = returnedQty > 0 && back!.isAbout
    return {
      lrLineItemId: id,
      name,
      uom,
      qty,
      receivedQty,
      shortQty,
      damagedQty,
      isEstimated,
      returnedQty,
      isReturnAbout,
    }
  })
}

/** What came back of goods that the person may read on their deliveries. */
async function returnedTo(db: Knex, goods: readonly NamedGoods[], person: Person) {
  const ids = goods.map(({ deliveryLineId }) => deliveryLineId)
  const readable = await rowsOf(db, sapDeliveryLine, rows =>
    restrict(rows.whereIn('sap_delivery_line.id', ids), db, sapDeliveryLine, person, 'read'),
  )
  return broughtBack(
    db,
    readable.map(({ id }) => id),
  )
}

/**
 * Says which goods of a POD were short or damaged, and brings the orders after them. Throws 400 for a POD that the person
 * does not read, 422 for a rejected one and for goods that fit neither the POD nor its LR.
 */
export async function countPodGoods(
  trx: Knex,
  podId: number,
  said: readonly SaidGoods[],
  person: Person,
  author: Author,
): Promise<void> {
  const [row] = (await rowsOf(trx, pod, rows =>
    restrict(rows.where('pod.id', podId), trx, pod, person, 'read'),
  )) as Pod[]
  if (!row) throw invalidField('podId', 'UNKNOWN_REF', 'POD must be one of yours: look for its LR')
  if (row.status === 'REJECTED' || row.status === 'REPLACED') {
    const message = `POD was ${row.status.toLowerCase()}: count the goods on the next one`
    throw refused([{ field: 'podId', code: 'NOT_ALLOWED_STATE', message }])
  }
  await demandSaid(trx, row, said)
  await writeGoodsOfPod(trx, row.lrId, said, author)
  await followLr(trx, row.lrId, 'Goods of the POD counted', author)
  await claimByPod(trx, row.lrId, row, said, author)
}
