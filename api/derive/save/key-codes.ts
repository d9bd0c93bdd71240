import type { Knex } from 'knex'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { show } from '../../../resources/define/show.ts'
import { referenceKeyOf } from './reference-key.ts'

type Values = Record<string, unknown>

/**
 * Returns by what people know rows: the values of their keys, references as the codes of the rows they refer to, such as
 * `100101 / P-17`. One query for each reference of the key.
 */
export async function keyCodesOf(db: Knex, resource: Resource, rows: readonly Values[]): Promise<Map<Values, string>> {
  const parts = new Map(rows.map((row): [Values, string[]] => [row, []]))
  for (const name of resource.key) {
    const codes = await codesBy(db, resource, name, rows)
    for (const [row, own] of parts) {
      const field = resource.fields[name]!
      // A default such as «from quantity 0» tells nobody which row is meant.
      const text = codes ? codes.get(row[name]) : row[name] === field.default ? '' : show(field, row[name])
      if (text) own.push(text)
    }
  }
  return new Map([...parts].map(([row, own]) => [row, own.join(' / ')]))
}

/** Returns the codes of the rows that a reference of the key refers to, by their ids; undefined where it is none. */
async function codesBy(db: Knex, resource: Resource, name: string, rows: readonly Values[]) {
  if (resource.fields[name]!.kind !== 'reference' || rows.length === 0) return undefined
  const { target, own } = referenceKeyOf(resource, name)
  const ids = [...new Set(rows.flatMap(row => (typeof row[name] === 'number' ? [row[name]] : [])))]
  const codes = new Map<unknown, string>()
  for (let start = 0; start < ids.length; start += 1000) {
    const codedRows: { id: number; code: unknown }[] = await db(tableOf(target))
      .whereIn('id', ids.slice(start, start + 1000))
      .select('id', `${own === 'id' ? (target.display[0] ?? 'id') : own} as code`)
    for (const { id, code } of codedRows) codes.set(id, String(code))
  }
  return codes
}
