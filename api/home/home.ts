import type { Knex } from 'knex'
import type { TileCount } from '../../resources/home/commands.ts'
import { tiles } from '../../resources/home/tiles.ts'
import type { Person } from '../derive/rights/person.ts'
import { waitingCounts } from '../orders/approvals/approval-queue.ts'
import { countOthers } from './other-counts.ts'
import { countLists } from './tile-counts.ts'

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
  const byName = new Map([...decisions, ...lists, ...others].map(one => [one.name, one]))
  return tiles.flatMap(({ name }) => byName.get(name) ?? [])
}
