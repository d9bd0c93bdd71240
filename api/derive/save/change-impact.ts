import type { Knex } from 'knex'
import type { Resource } from '../../../resources/define/resource.ts'
import type { WhatIfAnswer } from '../../../resources/orders/what-if/what-if.ts'
import type { ImportRow } from '../import/import-row.ts'
import type { Person } from '../rights/person.ts'

/** Rows of a master as a change would leave them, and the function that saves some of them. */
interface Change {
  resource: Resource
  /** Read once, one after the other: there may be more than fit in memory. */
  rows: Iterable<ImportRow>
  save: (trx: Knex.Transaction, rows: readonly ImportRow[]) => Promise<unknown>
}

/** Calculates what a change of rows would do to open orders, limited to what the person may read. */
type ChangeImpact = (db: Knex, person: Person, change: Change) => Promise<WhatIfAnswer>

let impact: ChangeImpact | undefined

/** Sets how the impact of changed rows is calculated; the room of orders calls it. Throws on a second call. */
export function defineChangeImpact(find: ChangeImpact): void {
  if (impact) throw new Error('The impact of changes is defined twice')
  impact = find
}

/** Returns the impact of changing rows of a resource that declares `whatIf`. */
export function changeImpact(db: Knex, person: Person, change: Change): Promise<WhatIfAnswer> {
  if (!impact) throw new Error('The impact of changes is not defined: import api/behaviours.ts first')
  return impact(db, person, change)
}
