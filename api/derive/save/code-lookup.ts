import type { Knex } from 'knex'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { stored } from '../row-codec.ts'
import type { ReferenceKey } from './reference-key.ts'

/** A row that a code may mean. */
export interface Found {
  id: number
  active: boolean
  /** The rows of its context: the state of a city. */
  parts: Record<string, number>
}

const MOST_VALUES = 1000

/** Codes are the same in whatever letter case. */
export const textKey = (value: unknown) => String(value).toLowerCase()

/** The rows behind codes; what was looked up once stays known. */
export class CodeLookup {
  private readonly found = new Map<string, Map<string, Found[]>>()

  /** The rows of a target that a code may mean; `read` must have looked for it. */
  rows(target: Resource, key: ReferenceKey | undefined, code: unknown): Found[] {
    return this.known(target, key).get(textKey(code)) ?? []
  }

  /** Looks for codes that are not known yet; one query for a thousand. */
  async read(db: Knex, target: Resource, own: string, key: ReferenceKey | undefined, asked: unknown[]): Promise<void> {
    const known = this.known(target, key)
    const wanted = [...new Set(asked.filter(value => value !== undefined && !known.has(textKey(value))))]
    const context = key?.context.map(({ part }) => part) ?? []
    const fixed = key?.fixed ?? []
    for (let start = 0; start < wanted.length; start += MOST_VALUES) {
      const values = wanted.slice(start, start + MOST_VALUES)
      for (const value of values) known.set(textKey(value), [])
      const rows: Record<string, unknown>[] = await db(tableOf(target))
        .whereIn(own, values as string[])
        .where(Object.fromEntries(fixed.map(([column, value]) => [column, stored(value)])))
        .select('id', `${own} as own`, ...context, ...(target.kind === 'master' ? ['isActive'] : []))
      for (const row of rows) {
        const parts = Object.fromEntries(context.map(part => [part, row[part] as number]))
        known.get(textKey(row.own))?.push({ id: row.id as number, active: row.isActive !== 0, parts })
      }
    }
  }

  private known(target: Resource, key: ReferenceKey | undefined) {
    const name = key ? `${key.name}/${target.name}` : target.name
    const known = this.found.get(name) ?? new Map<string, Found[]>()
    this.found.set(name, known)
    return known
  }
}
