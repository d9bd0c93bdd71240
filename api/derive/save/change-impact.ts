import type { Knex } from 'knex'
import type { Resource } from '../../../resources/define/resource.ts'
import type { WhatIfAnswer } from '../../../resources/orders/what-if/what-if.ts'
import { question } from '../../platform/news.ts'
import type { ImportRow } from '../import/import-row.ts'
import type { Person } from '../rights/person.ts'

/** Rows of a master as a change would leave them, and the function that saves some of them. */
interface Change {
  resource: Resource
  /** Read once, one after the other: there may be more than fit in memory. */
  rows: Iterable<ImportRow>
  save: (trx: Knex.Transaction, rows: readonly ImportRow[]) => Promise<unknown>
}

/** What a change of rows of a resource that declares `whatIf` does to open orders, limited to what the person may read. */
export const changeImpact = question<[db: Knex, person: Person, change: Change], Promise<WhatIfAnswer>>(
  'What does a change of these rows do to open orders?',
)
