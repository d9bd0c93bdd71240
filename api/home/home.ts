import type { Knex } from 'knex'
import type { TileCount } from '../../resources/home/tile.ts'
import { tiles } from '../../resources/home/tiles.ts'
import { requirePerson } from '../derive/rights/require-person.ts'
import type { Call } from '../derive/service.ts'
import { approvalCounts } from '../orders/approvals/approval-queue.ts'
import { countOthers } from './other-counts.ts'
import { countLists } from './tile-counts.ts'

/** `GET /api/home`: the numbers of the caller's home page, in the order in which they stand there. */
export const home = (db: Knex) => ({
  async find(call: Call): Promise<TileCount[]> {
    const person = requirePerson(call)
    const queued = await approvalCounts(db).find(call)
    const [lists, others] = await Promise.all([countLists(db, person), countOthers(db, person)])
    const decisions = queued.map(({ step, total, overdue, oldest }) => ({
      name: `queue-${step}`,
      total,
      late: overdue,
      ...(oldest !== null && { oldest }),
    }))
    const byName = new Map([...decisions, ...lists, ...others].map(one => [one.name, one]))
    return tiles.flatMap(({ name }) => byName.get(name) ?? [])
  },
})
