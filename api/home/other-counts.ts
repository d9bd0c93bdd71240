import type { Knex } from 'knex'
import { can } from '../../resources/capabilities.ts'
import { sum } from '../../resources/define/amounts.ts'
import { lr } from '../../resources/dispatches/lr.ts'
import type { TileCount } from '../../resources/home/commands.ts'
import { isOnHomeOf, type OtherList, type Tile } from '../../resources/home/tile.ts'
import { tiles } from '../../resources/home/tiles.ts'
import { order } from '../../resources/orders/order.ts'
import { sapSyncRun } from '../../resources/platform/sap-sync-run.ts'
import { typesSeen } from '../access-control/locked-logins.ts'
import { restrict } from '../derive/rights/conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { waitingToDispatch } from '../dispatches/booking/waiting-invoices.ts'
import { inScope, stuckFor } from '../orders/sap/failed-orders.ts'

type Found = Omit<TileCount, 'name'> | undefined

/** How each list that is no plain list of a resource is counted; undefined for whoever may not open it. */
const others: Record<OtherList, (db: Knex, person: Person) => Promise<Found>> = {
  drafts: async (db, person) =>
    person.ability.can('read', order.path)
      ? dated(
          restrict(
            db('order').where({ 'order.status': 'DRAFT', 'order.placedById': person.id }),
            db,
            order,
            person,
            'read',
          ),
          'order.updatedAt',
        )
      : undefined,
  'orders-in-error': async (db, person) =>
    can(person, 'seeFailedOrders')
      ? dated(inScope(db('order').where('order.status', 'IN_ERROR'), db, person), 'order.statusSince')
      : undefined,
  'orders-stuck': async (db, person) => {
    if (!can(person, 'seeFailedOrders')) return undefined
    const stuck = await stuckFor(db, person)
    return found(stuck.length, stuck.map(({ waitsSince }) => waitsSince).sort()[0])
  },
  'waiting-invoices': async (db, person) => {
    if (!person.ability.can('create', lr.path)) return undefined
    const plants = await waitingToDispatch(db, person)
    return found(sum(plants.map(({ waiting }) => waiting)), plants.map(({ oldest }) => oldest).sort()[0])
  },
  'locked-logins': async (db, person) => {
    const seen = typesSeen(person)
    return seen.length > 0 ? dated(db('user').where({ isLocked: 1 }).whereIn('userType', seen), 'lockedAt') : undefined
  },
  'sap-readings': async (db, person) => {
    if (!person.ability.can('read', sapSyncRun.path)) return undefined
    const latest = db('sap_sync_run').where({ filterCode: null }).groupBy('object').max('id')
    return dated(db('sap_sync_run').whereIn('id', latest).whereIn('status', ['FAILED', 'PARTIAL']), 'finishedAt')
  },
}

async function dated(rows: Knex.QueryBuilder, since: string): Promise<Found> {
  const [one] = (await rows.count({ total: '*' }).min({ oldest: since })) as { total: number; oldest: string | null }[]
  return found(Number(one!.total), one!.oldest)
}

const found = (total: number, oldest: string | null | undefined): Found => ({
  total,
  late: null,
  oldest: oldest || null,
})

/** The tiles of a person that count what is no plain list. */
export async function countOthers(db: Knex, person: Person): Promise<TileCount[]> {
  const counted = await Promise.all(
    tiles.map(async (tile: Tile): Promise<TileCount[]> => {
      if (!('other' in tile.counts) || !isOnHomeOf(person, tile)) return []
      const of = await others[tile.counts.other](db, person)
      return of ? [{ name: tile.name, ...of }] : []
    }),
  )
  return counted.flat()
}
