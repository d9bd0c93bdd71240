import type { Knex } from 'knex'
import { sum } from '../../resources/define/amounts.ts'
import { beforeCommit } from '../platform/before-commit.ts'
import { changeRows } from '../platform/database.ts'
import { news } from '../platform/news.ts'
import { type CarriedGoods, carriedGoods } from './carried-goods.ts'
import { broughtBack } from './returned-goods.ts'

/** The quantities that are kept beside goods. */
export const keptQuantities = [
  'billedQty',
  'leftQty',
  'arrivedQty',
  'shortQty',
  'damagedQty',
  'lostQty',
  'returnedQty',
] as const
type Kept = Record<(typeof keptQuantities)[number], number>

/** Goods of these delivery lines moved, arrived, or did not after all. */
export const goodsCounted = news<[deliveryLineIds: readonly number[]]>()

/** Counts the goods of these delivery lines anew at the end of the transaction. */
export const goodsMoved = (trx: Knex, deliveryLineIds: readonly number[]): Promise<void> =>
  beforeCommit(trx, recountGoods, deliveryLineIds)

/**
 * Counts what of these delivery lines is billed, left, arrived, was short, damaged, lost or came back, from invoices,
 * LRs, proofs, collections and returns, and keeps it beside them. Reading twice changes nothing.
 */
export async function recountGoods(trx: Knex, deliveryLineIds: readonly number[]): Promise<void> {
  const ids = [...new Set(deliveryLineIds)].toSorted((one, other) => one - other)
  if (ids.length === 0) return
  const stored: (Kept & { id: number })[] = await trx('sap_delivery_line')
    .whereIn('id', ids)
    .orderBy('id')
    .select('id', ...keptQuantities)
    .forUpdate()
  const counted = await countedGoods(trx, ids)
  const changed = stored.filter(({ id, ...kept }) =>
    keptQuantities.some(name => Number(kept[name]) !== counted.get(id)![name]),
  )
  for (let start = 0; start < changed.length; start += AT_ONCE)
    await keep(
      trx,
      changed.slice(start, start + AT_ONCE).map(({ id }) => ({ id, ...counted.get(id)! })),
    )
  await goodsCounted.tell(trx, ids)
}

const AT_ONCE = 500

/** Writes quantities of many rows in one statement; they follow from other rows, so that they have no version or history. */
async function keep(trx: Knex, rows: readonly (Kept & { id: number })[]): Promise<void> {
  const cases = rows.map(() => 'when ? then ?').join(' ')
  const sets = keptQuantities.map(name => `${name} = case id ${cases} end`).join(', ')
  const values = keptQuantities.flatMap(name => rows.flatMap(row => [row.id, row[name]]))
  const ids = rows.map(({ id }) => id)
  await changeRows(trx, `update sap_delivery_line set ${sets} where id in (${ids.map(() => '?').join()})`, [
    ...values,
    ...ids,
  ])
}

/** What the quantities of these delivery lines come to, by the id of the line. */
export async function countedGoods(db: Knex, ids: readonly number[]): Promise<Map<number, Kept>> {
  const carried = Map.groupBy(await carriedGoods(db, ids), ({ deliveryLineId }) => deliveryLineId)
  const billed: { deliveryLineId: number; qty: number }[] = await db('invoice_line_goods')
    .whereIn('deliveryLineId', [...ids])
    .groupBy('deliveryLineId')
    .select('deliveryLineId')
    .sum({ qty: 'qty' })
  const back = await broughtBack(db, ids)
  const billedQty = new Map(billed.map(({ deliveryLineId, qty }) => [deliveryLineId, Number(qty)]))
  return new Map(
    ids.map(id => {
      const parts = carried.get(id) ?? []
      const total = (name: Exclude<keyof Kept, 'billedQty' | 'returnedQty'>) =>
        sum(parts.map((part: CarriedGoods) => part[name]))
      return [
        id,
        {
          billedQty: billedQty.get(id) ?? 0,
          leftQty: total('leftQty'),
          // No more comes back than left.
          returnedQty: Math.min(back.get(id)?.qty ?? 0, total('leftQty')),
          arrivedQty: total('arrivedQty'),
          shortQty: total('shortQty'),
          damagedQty: total('damagedQty'),
          lostQty: total('lostQty'),
        },
      ]
    }),
  )
}
