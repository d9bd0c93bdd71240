import type { Knex } from 'knex'
import { columnOf } from '../../resources/columns.ts'
import { tableOf } from '../../resources/define/resource.ts'
import type { TileCount } from '../../resources/home/commands.ts'
import { isOnHomeOf, type Tile, tileQuery } from '../../resources/home/tile.ts'
import { tiles } from '../../resources/home/tiles.ts'
import { COUNT_LIMIT } from '../derive/list/count-rows.ts'
import { matchingRows } from '../derive/list/matching.ts'
import { readQuery } from '../derive/list/query.ts'
import { columnsReadBy } from '../derive/rights/conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { now, today } from '../platform/clock.ts'

type ListTile = Tile & { counts: Extract<Tile['counts'], { list: unknown }> }
const countsList = (tile: Tile): tile is ListTile => 'list' in tile.counts

/**
 * The tiles of a person that count rows of lists, one statement for each part of the page. A number is that of the
 * list, under the person's own rights, up to the cap of all lists.
 */
export async function countLists(db: Knex, person: Person): Promise<TileCount[]> {
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

async function countGroup(db: Knex, person: Person, ofGroup: readonly ListTile[]): Promise<TileCount[]> {
  // Each tile has two parts, all of its rows and the late ones.
  const [first, ...rest] = ofGroup.flatMap((tile, at) => [
    countOf(db, person, tile, 2 * at),
    ...(tile.late ? [countOf(db, person, tile, 2 * at + 1, tile.late.where)] : []),
  ])
  const counted: Counted[] = await first!.unionAll(rest)
  const byPart = new Map(counted.map(row => [Number(row.part), row]))
  return ofGroup.map(({ name }, at) => {
    const { total, oldest } = byPart.get(2 * at)!
    const late = byPart.get(2 * at + 1)
    return {
      name,
      total: Number(total),
      late: late ? Number(late.total) : null,
      // Past the cap not every row was looked at.
      oldest: Number(total) < COUNT_LIMIT ? oldest : null,
    }
  })
}

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
