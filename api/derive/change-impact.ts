import type { Knex } from 'knex'
import type { Resource } from '../../resources/define/resource.ts'
import type { WhatIfAnswer } from '../../resources/orders/what-if/what-if.ts'
import type { ImportRow } from './import/rows.ts'
import type { Person } from './rights/person.ts'

/** Rows of a master that would be changed, and how some of them are saved. */
interface Change {
  resource: Resource
  rows: readonly ImportRow[]
  save: (trx: Knex.Transaction, rows: readonly ImportRow[]) => Promise<unknown>
}

/** What a change of rows would do elsewhere, as far as the person may read it. */
type ChangeImpact = (db: Knex, person: Person, change: Change) => Promise<WhatIfAnswer>

let impact: ChangeImpact | undefined

/** Says how the impact of changed rows is found out; `api/behaviours.ts` calls it once. */
export function defineChangeImpact(find: ChangeImpact): void {
  if (impact) throw new Error('The impact of changes is defined twice')
  impact = find
}

/** The impact of changing rows of a resource that declares `whatIf`. */
export function changeImpact(db: Knex, person: Person, change: Change): Promise<WhatIfAnswer> {
  if (!impact) throw new Error('The impact of changes is not defined: import api/behaviours.ts first')
  return impact(db, person, change)
}
