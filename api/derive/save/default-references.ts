import type { Knex } from 'knex'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import type { Candidate } from './candidate.ts'
import { referenceKeyOf } from './reference-key.ts'

/** Fills in the rows that new rows refer to where none is given, as far as there is an active one with that code. */
export async function fillDefaultReferences(db: Knex, resource: Resource, candidates: readonly Candidate[]) {
  for (const [name, { defaultCode }] of Object.entries(resource.fields)) {
    if (defaultCode === undefined) continue
    const empty = candidates.filter(({ row, before }) => !before && (row[name] ?? null) === null)
    if (empty.length === 0) continue
    const { target, own } = referenceKeyOf(resource, name)
    const defaultRow = await db(tableOf(target))
      .where({ [own]: defaultCode, isActive: 1 })
      .first('id')
    for (const { row } of empty) row[name] = defaultRow?.id ?? null
  }
}
