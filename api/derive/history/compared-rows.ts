import type { Knex } from 'knex'
import type { ComparedRows, KeyDifference } from '../../../resources/define/compare.ts'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { withTexts } from '../list/texts.ts'
import type { Person } from '../rights/person.ts'
import { ownColumnsRedactor } from '../rights/redact.ts'
import { decodeRow, type StoredRow } from '../row-codec.ts'

/** Two days of a dated resource, and the differences between them that the person may read. */
export interface Comparison {
  resource: Resource
  person: Person
  from: string
  to: string
  differences: KeyDifference[]
}

/**
 * Returns the rows on both sides of the differences, redacted for the person and with reference texts, in two queries.
 */
export async function comparedRows(
  db: Knex,
  resource: Resource,
  person: Person,
  differences: KeyDifference[],
): Promise<ComparedRows<StoredRow>[]> {
  const ids = differences.flatMap(({ before, after }) => [before, after]).filter(id => id !== null)
  const storedRows: StoredRow[] = ids.length === 0 ? [] : await db(tableOf(resource)).whereIn('id', ids)
  const redact = await ownColumnsRedactor(db, resource, person, ids)
  const shownRows = storedRows.map(row => ({ ...redact(row.id, decodeRow(resource, row)), id: row.id }))
  const rows = new Map((await withTexts(db, resource, shownRows)).map(row => [row.id, row]))
  const side = (id: number | null) => (id === null ? null : (rows.get(id) ?? null))
  return differences.map(({ kind, before, after }) => ({ kind, before: side(before), after: side(after) }))
}
