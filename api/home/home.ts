import type { Knex } from 'knex'
import { can } from '../../resources/capabilities.ts'
import { columnOf } from '../../resources/columns.ts'
import { sum } from '../../resources/define/amounts.ts'
import { tableOf } from '../../resources/define/resource.ts'
import { lr } from '../../resources/dispatches/lr.ts'
import type { TileCount } from '../../resources/home/commands.ts'
import { isOnHomeOf, isWorkOf, type OtherList, type Tile, tileLinks, tileQuery } from '../../resources/home/tile.ts'
import { tiles } from '../../resources/home/tiles.ts'
import { buyerNouns } from '../../resources/menu/buyer-nouns.ts'
import { nounAt, nouns } from '../../resources/menu/nouns.ts'
import { order } from '../../resources/orders/order.ts'
import { sapSyncRun } from '../../resources/platform/sap-sync-run.ts'
import { typesSeen } from '../access-control/locked-logins.ts'
import { jobsToFinish } from '../derive/import/show-jobs.ts'
import { COUNT_LIMIT } from '../derive/list/count-rows.ts'
import { matchingRows } from '../derive/list/matching.ts'
import { readQuery } from '../derive/list/query.ts'
import { columnsReadBy, restrict } from '../derive/rights/conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { billsOnTheWay } from '../dispatches/booking/eway-board.ts'
import { waitingToDispatch } from '../dispatches/booking/waiting-invoices.ts'
import { waitingCounts } from '../orders/approvals/approval-queue.ts'
import { inScope, stuckFor } from '../orders/sap/failed-orders.ts'
import { now, secondsFromNow, today } from '../platform/clock.ts'
import { readSettings } from '../platform/settings.ts'

/** The numbers of a person's home page, in the order in which they stand there. */
export async function tileCounts(db: Knex, person: Person): Promise<TileCount[]> {
  const queued = await waitingCounts(db, person)
  const [lists, others] = await Promise.all([countLists(db, person), countOthers(db, person)])
  const decisions = queued.map(({ step, total, overdue, oldest }) => ({
    name: `queue-${step}`,
    total,
    late: overdue,
    oldest,
  }))
  const byName = new Map<string, Counts>([...decisions, ...lists, ...others].map(one => [one.name, one]))
  return tiles.flatMap(tile => {
    const counted = byName.get(tile.name)
    if (!counted) return []
    const isWork = isWorkOf(person, tile)
    const { work = counted.total, ...shown } = counted
    return [{ ...shown, work: isWork ? work : null, noun: isWork ? nounOf(tile, person) : null }]
  })
}

/** The line of the person's side bar to which the rows of a tile belong. */
function nounOf(tile: Tile, person: Person): string | null {
  const path = tileLinks(tile, today()).all?.split('?')[0]
  return (path && nounAt(person.customerId === null ? nouns : buyerNouns, path)?.name) ?? null
}

/** `work` where it is not all that is counted. */
type Counts = Omit<TileCount, 'noun' | 'work'> & { work?: number }

type ListTile = Tile & { counts: Extract<Tile['counts'], { list: unknown }> }
const countsList = (tile: Tile): tile is ListTile => 'list' in tile.counts

/**
 * The tiles of a person that count rows of lists, one statement for each part of the page. A number is that of the
 * list, under the person's own rights, up to the cap of all lists.
 */
async function countLists(db: Knex, person: Person): Promise<Counts[]> {
  const mine = tiles.filter(countsList).filter(tile => isOnHomeOf(person, tile) && mayRead(person, tile))
  const groups = Map.groupBy(mine, ({ group }) => group)
  const counted = await Promise.all([...groups.values()].map(ofGroup => countGroup(db, person, ofGroup)))
  return counted.flat()
}

/** Whether the person reads the list and every column by which the tile narrows or dates it. */
function mayRead(person: Person, { counts: { list, where = {} }, since, late }: ListTile): boolean {
  if (!person.ability.can('read', list.path)) return false
  const readable = columnsReadBy(person, list)
  const needed = [...Object.keys(where), ...Object.keys(late?.where ?? {}), ...(since ? [since] : [])]
  return needed.every(name => readable.includes(name))
}

interface Counted {
  part: number
  total: number
  oldest: string | null
}

async function countGroup(db: Knex, person: Person, ofGroup: readonly ListTile[]): Promise<Counts[]> {
  // Each tile has three parts: all of its rows, the late ones, and those that are work where not all are.
  const [first, ...rest] = ofGroup.flatMap((tile, at) => {
    const work = workOf(tile)
    return [
      countOf(db, person, tile, 3 * at),
      ...(tile.late ? [countOf(db, person, tile, 3 * at + 1, tile.late.where)] : []),
      ...(work ? [countOf(db, person, { ...tile, counts: work }, 3 * at + 2)] : []),
    ]
  })
  const counted: Counted[] = await first!.unionAll(rest)
  const byPart = new Map(counted.map(row => [Number(row.part), row]))
  return ofGroup.map(({ name }, at) => {
    const { total, oldest } = byPart.get(3 * at)!
    const late = byPart.get(3 * at + 1)
    const work = byPart.get(3 * at + 2)
    return {
      name,
      total: Number(total),
      late: late ? Number(late.total) : null,
      ...(work && { work: Number(work.total) }),
      // Past the cap not every row was looked at.
      oldest: Number(total) < COUNT_LIMIT ? oldest : null,
    }
  })
}

/** The rows that are work, where these are not all that a tile counts. */
const workOf = ({ work }: Tile) => (work && 'rows' in work ? work.rows : undefined)

function countOf(db: Knex, person: Person, { counts, since }: ListTile, part: number, narrower = {}) {
  const { list, where } = counts
  const day = today()
  const asked = tileQuery(list, { ...where, ...narrower }, now(), day)
  const query = readQuery(list, asked, columnsReadBy(person, list))
  const dated = since !== undefined && columnOf(list, since)?.way === 'own' ? `${tableOf(list)}.${since}` : undefined
  // What waits is few among all rows.
  const rows = matchingRows(db, list, query, { person, day: query.asOn ?? day, oneByOne: true }, 'read')
    .select(dated ? `${dated} as since` : db.raw('null as since'))
    .limit(COUNT_LIMIT)
  // Knex would hand over a binding of the first select after those of its source.
  return db
    .from(rows.as('counted'))
    .select(db.raw(`${part} as part`), db.raw('count(*) as total'), db.raw('min(since) as oldest'))
}

type Found = Omit<Counts, 'name'> | undefined

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
  imports: (db, person) => dated(jobsToFinish(db('import_job'), person), 'createdAt'),
  'eway-bills-ending': async (db, person) => {
    if (!person.ability.can('create', lr.path)) return undefined
    const ends = 'lr_line.ewayValidTo'
    const soon = secondsFromNow((await readSettings(db))['eway.warn_hours'] * 3600)
    return dated(billsOnTheWay(db, person).where(ends, '<=', soon), ends)
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
export async function countOthers(db: Knex, person: Person): Promise<Counts[]> {
  const counted = await Promise.all(
    tiles.map(async (tile: Tile): Promise<Counts[]> => {
      if (!('other' in tile.counts) || !isOnHomeOf(person, tile)) return []
      const of = await others[tile.counts.other](db, person)
      return of ? [{ name: tile.name, ...of }] : []
    }),
  )
  return counted.flat()
}
