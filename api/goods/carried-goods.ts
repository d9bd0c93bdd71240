import type { Knex } from 'knex'
import { dayOf } from '../../resources/define/dates.ts'

/**
 * What became of goods on one LR or in one collection: quantities in thousandths of the unit of the delivery line; `day`
 * is when they arrived, null until then. `doneQty` is what nobody waits for any more: arrived, short, or settled.
 */
export interface CarriedGoods {
  deliveryLineId: number
  day: string | null
  leftQty: number
  arrivedQty: number
  shortQty: number
  damagedQty: number
  lostQty: number
  doneQty: number
}

/** The quantities of `CarriedGoods`, in the order of its columns. */
export const carriedQuantities = ['leftQty', 'arrivedQty', 'shortQty', 'damagedQty', 'lostQty', 'doneQty'] as const

const STILL_SENT = "lr.deliveryStatus <> 'CANCELLED' and line.outcome <> 'SENT_AGAIN'"
const IS_SETTLED = `exists (select 1 from tracking_event settled where settled.lrId = lr.id
  and settled.eventCode = 'DELIVERED' and settled.settles = 1 and settled.moves = 1 and settled.voidNo = 0)`
// Without a settlement the rest came after the proof.
const BY_PROOF = `(proven.id is not null and (lr.deliveryStatus = 'PARTIAL_DELIVERED' or ${IS_SETTLED}))`

const ON_LRS: Record<(typeof carriedQuantities)[number], string> = {
  leftQty: `case when ${STILL_SENT} then item.qty else 0 end`,
  arrivedQty: `case when not (${STILL_SENT}) then 0
    when lr.deliveryStatus in ('DELIVERED', 'PARTIAL_DELIVERED') and ${BY_PROOF} then proven.receivedQty
    when lr.deliveryStatus = 'DELIVERED' then item.qty else 0 end`,
  shortQty: `case when ${STILL_SENT} and lr.deliveryStatus = 'DELIVERED' and ${BY_PROOF} then proven.shortQty else 0 end`,
  damagedQty: `case when ${STILL_SENT} and lr.deliveryStatus in ('DELIVERED', 'PARTIAL_DELIVERED')
    then coalesce(proven.damagedQty, 0) else 0 end`,
  lostQty: `case when lr.deliveryStatus = 'LOST' and line.outcome = 'SETTLED' then item.qty else 0 end`,
  doneQty: `case when not (${STILL_SENT}) then 0 when line.outcome = 'SETTLED' or lr.deliveryStatus = 'DELIVERED' then item.qty
    when lr.deliveryStatus = 'PARTIAL_DELIVERED' then coalesce(proven.receivedQty, 0) else 0 end`,
}

const COLLECTED: typeof ON_LRS = {
  leftQty: 'item.qty',
  arrivedQty: 'item.qty',
  shortQty: '0',
  damagedQty: '0',
  lostQty: '0',
  doneQty: 'item.qty',
}

const ARRIVAL = "case when lr.deliveryStatus in ('DELIVERED', 'PARTIAL_DELIVERED') then lr.deliveredOn end"

/** The goods of delivery lines on LRs that were not cancelled, as `CarriedGoods`; `narrow` limits the rows of `item`. */
export const goodsOnLrs = (db: Knex, narrow: (rows: Knex.QueryBuilder) => Knex.QueryBuilder): Knex.QueryBuilder =>
  selected(
    narrow(
      db('lr_line_item as item')
        .join('lr_line as line', 'line.id', 'item.lrLineId')
        .join('lr', 'lr.id', 'item.lrId')
        .leftJoin('pod', on => on.on('pod.lrId', 'lr.id').andOnVal('pod.releasedNo', 0))
        .leftJoin('pod_line as proven', on => on.on('proven.podId', 'pod.id').andOn('proven.lrLineItemId', 'item.id')),
    ),
    ON_LRS,
    ARRIVAL,
  )

/** The goods of delivery lines that parties have collected, as `CarriedGoods`; `narrow` limits the rows of `item`. */
export const goodsCollected = (db: Knex, narrow: (rows: Knex.QueryBuilder) => Knex.QueryBuilder): Knex.QueryBuilder =>
  selected(
    narrow(
      db('pwc_collection_item as item')
        .join('pwc_collection as collection', 'collection.id', 'item.collectionId')
        .where('collection.status', 'COLLECTED'),
    ),
    COLLECTED,
    'collection.collectedAt',
  )

const selected = (rows: Knex.QueryBuilder, quantities: typeof ON_LRS, day: string) =>
  rows
    .select('item.deliveryLineId', rows.client.raw(`${day} as ??`, ['day']))
    .select(carriedQuantities.map(name => rows.client.raw(`${quantities[name]} as ??`, [name])))

/** Reads what became of the goods of these delivery lines, a row for each LR or collection. */
export async function carriedGoods(db: Knex, deliveryLineIds: readonly number[]): Promise<CarriedGoods[]> {
  const carried: CarriedGoods[] = []
  for (let start = 0; start < deliveryLineIds.length; start += 500) {
    const ids = deliveryLineIds.slice(start, start + 500)
    const narrow = (rows: Knex.QueryBuilder) => rows.whereIn('item.deliveryLineId', ids)
    carried.push(...(await goodsOnLrs(db, narrow)), ...(await goodsCollected(db, narrow)))
  }
  return carried.map(row => ({
    deliveryLineId: row.deliveryLineId,
    day: row.day && dayOnly(row.day),
    ...(Object.fromEntries(carriedQuantities.map(name => [name, Number(row[name])])) as Pick<
      CarriedGoods,
      (typeof carriedQuantities)[number]
    >),
  }))
}

/** A delivery is known by its day, a collection by its instant. */
const dayOnly = (day: string) => (day.length > 10 ? dayOf(day) : day)
