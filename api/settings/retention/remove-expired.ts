import type { Knex } from 'knex'
import { addDays } from '../../../resources/define/dates.ts'
import {
  type Kept,
  type RetentionName,
  type RetentionRule,
  retentionRules,
} from '../../../resources/settings/retention-rules.ts'
import { now, today } from '../../platform/clock.ts'
import { eachByItself } from '../../platform/work/each-by-itself.ts'
import { removeExpiredRows } from './remove-rows.ts'

/** Removes what is older than a day where this takes more than rows of one table. Returns how many rows. */
type RemoveWork = (db: Knex, before: string, home: string) => Promise<number>

const works: Partial<Record<RetentionName, RemoveWork>> = {}

/** Sets what removes the rows of rules that a room knows, where this takes more than their age. */
export const removeInTime = (of: Readonly<Partial<Record<RetentionName, RemoveWork>>>) => void Object.assign(works, of)

const rules = Object.entries(retentionRules) as [RetentionName, RetentionRule][]

/**
 * Removes what has passed its retention, rule by rule, and keeps how many rows each removed. A rule that fails does not
 * keep the others from theirs. Returns how many rows were removed; throws with the names of all rules that failed.
 */
export async function removeExpired(db: Knex, home: string, by = works): Promise<number> {
  await describeRules(db)
  let all = 0
  await eachByItself(
    rules.map(([name, { kept, rows }]) => ({
      name,
      async take() {
        const before = firstKept(kept)
        const work = rows ? () => removeExpiredRows(db, rows, before) : by[name] && (() => by[name]!(db, before, home))
        if (!work) return
        const removed = await work()
        await db('retention')
          .where({ name })
          .update({ lastRunAt: now(), removed, removedInAll: db.raw('?? + ?', ['removedInAll', removed]) })
        all += removed
      },
    })),
  )
  return all
}

/** The day before whose beginning nothing is kept. */
function firstKept(kept: Kept): string {
  const day = today()
  return 'days' in kept ? addDays(day, -kept.days) : `${Number(day.slice(0, 4)) - kept.years}${day.slice(4)}`
}

/** Writes down what is kept how long, as this release does; what earlier runs removed stays. */
export async function describeRules(db: Knex): Promise<void> {
  const rulesByName = new Map<string, Described>(
    (await db('retention').select('name', 'position', 'records', 'kept')).map(({ name, ...row }: Described & Named) => [
      name,
      row,
    ]),
  )
  for (const [index, [name, rule]] of rules.entries()) {
    const removes = rule.rows !== undefined || works[name] !== undefined
    const row = { position: index + 1, records: rule.what, kept: keptText(rule.kept, removes) }
    const before = rulesByName.get(name)
    if (!before) {
      const system = { rowVersion: 1, createdAt: now(), updatedAt: now() }
      await db('retention')
        .insert({ name, ...row, removedInAll: 0, ...system })
        .onConflict()
        .ignore()
    } else if (before.position !== row.position || before.records !== row.records || before.kept !== row.kept)
      await db('retention')
        .where({ name })
        .update({ ...row, updatedAt: now() })
  }
  await db('retention')
    .whereNotIn(
      'name',
      rules.map(([name]) => name),
    )
    .delete()
}

interface Named {
  name: string
}
interface Described {
  position: number
  records: string
  kept: string
}

function keptText(kept: Kept, removes: boolean): string {
  const time = 'days' in kept ? `${kept.days} days` : `${kept.years} years`
  return removes ? time : `At least ${time}`
}
