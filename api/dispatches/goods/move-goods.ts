import type { Knex } from 'knex'
import { shareOut } from '../../../resources/define/amounts.ts'
import { pwcCollectionItem } from '../../../resources/dispatches/collections/pwc-collection-item.ts'
import { type Place, placeGoods } from '../../../resources/dispatches/goods/place-goods.ts'
import { lrLineItem } from '../../../resources/dispatches/lr-line-item.ts'
import { podLine } from '../../../resources/dispatches/pods/pod-line.ts'
import type { SapDeliveryLine } from '../../../resources/dispatches/sap-delivery-line.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { insertRows, updateRow } from '../../derive/save/write.ts'
import { goodsAuthor } from './billed-goods.ts'

/**
 * Moves what LRs and collections carry of goods that SAP no longer has to goods that it has. What carries them keeps its
 * quantity, its weight and its shares, in parts where the goods are in parts. Returns the ids of goods still carried.
 */
export async function moveGoods(
  trx: Knex,
  gone: readonly SapDeliveryLine[],
  goods: readonly SapDeliveryLine[],
): Promise<Set<number>> {
  const ids = [...gone, ...goods].map(({ id }) => id)
  const items = await rowsOf(trx, lrLineItem, rows => rows.whereIn('deliveryLineId', ids).orderBy('id'))
  const collected = await rowsOf(trx, pwcCollectionItem, rows => rows.whereIn('deliveryLineId', ids).orderBy('id'))
  const carried = [...items, ...collected]
  const places = goods.map((one): Place => {
    const taken = carried.filter(({ deliveryLineId }) => deliveryLineId === one.id)
    return { ...one, free: taken.reduce((free, { qty }) => free - qty, one.qty) }
  })
  const staying = new Set<number>()
  for (const from of gone) {
    const isOn = ({ deliveryLineId }: { deliveryLineId: number | null }) => deliveryLineId === from.id
    for (const item of items.filter(isOn)) if (!(await moveItem(trx, item, from, places))) staying.add(from.id)
    for (const item of collected.filter(isOn)) if (!(await moveCollected(trx, item, from, places))) staying.add(from.id)
  }
  return staying
}

type LrItem = Awaited<ReturnType<typeof rowsOf<typeof lrLineItem>>>[number]
type Collected = Awaited<ReturnType<typeof rowsOf<typeof pwcCollectionItem>>>[number]

/** Where all of a quantity finds its place; undefined, and nothing is taken, where it does not. */
function takePlaces(qty: number, from: SapDeliveryLine, places: Place[]) {
  const { parts, rest } = placeGoods(qty, from, places)
  if (rest > 0) return undefined
  for (const part of parts) places.find(({ id }) => id === part.id)!.free -= part.qty
  return parts
}

/** Goods of an LR move with what its proofs of delivery say of them. */
async function moveItem(trx: Knex, item: LrItem, from: SapDeliveryLine, places: Place[]): Promise<boolean> {
  const parts = takePlaces(item.qty, from, places)
  if (!parts) return false
  const quantities = parts.map(({ qty }) => qty)
  const [weights, freight, carting] = [item.weightKg, item.freightShare, item.cartingShare].map(all =>
    shareOut(all, quantities),
  )
  const rows = parts.map(({ id, qty }, at) => ({
    ...{ deliveryLineId: id, qty, weightKg: weights![at]! },
    ...{ freightShare: freight![at]!, cartingShare: carting![at]! },
  }))
  await updateRow(trx, lrLineItem, item, rows[0]!, goodsAuthor)
  if (rows.length === 1) return true
  const { id: _, ...same } = item
  const made = await insertRows(
    trx,
    lrLineItem,
    rows.slice(1).map(row => ({ ...same, ...row })),
    goodsAuthor,
  )
  await shareProofs(trx, [item.id, ...made.map(({ id }) => id)], quantities)
  return true
}

async function shareProofs(trx: Knex, itemIds: readonly number[], quantities: readonly number[]) {
  for (const proof of await rowsOf(trx, podLine, rows => rows.where('lrLineItemId', itemIds[0]!))) {
    const { id: _, ...same } = proof
    const [received, short, damaged] = [proof.receivedQty, proof.shortQty, proof.damagedQty].map(all =>
      shareOut(all, [...quantities]),
    )
    const rows = itemIds.map((lrLineItemId, at) => ({
      ...{ lrLineItemId, receivedQty: received![at]!, shortQty: short![at]!, damagedQty: damaged![at]! },
      // Which of the parts are short nobody counted.
      isEstimated: proof.isEstimated || proof.shortQty + proof.damagedQty > 0,
    }))
    await updateRow(trx, podLine, proof, rows[0]!, goodsAuthor)
    await insertRows(
      trx,
      podLine,
      rows.slice(1).map(row => ({ ...same, ...row })),
      goodsAuthor,
    )
  }
}

async function moveCollected(trx: Knex, item: Collected, from: SapDeliveryLine, places: Place[]): Promise<boolean> {
  const parts = takePlaces(item.qty, from, places)
  if (!parts) return false
  const rows = parts.map(({ id, qty }) => ({ deliveryLineId: id, qty }))
  await updateRow(trx, pwcCollectionItem, item, rows[0]!, goodsAuthor)
  const { id: _, ...same } = item
  await insertRows(
    trx,
    pwcCollectionItem,
    rows.slice(1).map(row => ({ ...same, ...row })),
    goodsAuthor,
  )
  return true
}
