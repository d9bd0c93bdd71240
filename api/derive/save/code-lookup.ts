import type { Knex } from 'knex'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { searchedTexts } from '../../../resources/define/sheet/signs.ts'
import { encodeValue } from '../row-codec.ts'
import type { ReferenceKey } from './reference-key.ts'

/** A row that matches a code. */
interface CodeMatch {
  id: number
  /** The code as it is saved, where that is not the one looked up. */
  savedAs?: string
  active: boolean
  /** The ids of its key parts that are references, such as the state of a city. */
  parts: Record<string, number>
}

const MAX_VALUES = 1000

/** Returns a code for comparison, which ignores letter case. */
export const codeKey = (value: unknown) => String(value).toLowerCase()

/** A code as it is written and, where that is another, with plain signs. */
const spellings = (value: unknown): unknown[] => (typeof value === 'string' ? searchedTexts(value) : [value])

/** Looks up rows by their codes and caches the results. */
export class CodeLookup {
  private readonly cache = new Map<string, Map<string, CodeMatch[]>>()

  /** Returns the rows of a target that match one of these codes; `read` must have looked them up. */
  rows(target: Resource, key: ReferenceKey | undefined, ...codes: unknown[]): CodeMatch[] {
    const matchesByCode = this.cacheOf(target, key)
    const matches = codes.flatMap(spellings).flatMap(spelling => matchesByCode.get(codeKey(spelling)) ?? [])
    return matches.filter(({ id }, at) => matches.findIndex(other => other.id === id) === at)
  }

  /** Looks up codes that are not cached yet, a thousand in one query. */
  async read(
    db: Knex,
    target: Resource,
    keyColumn: string,
    key: ReferenceKey | undefined,
    codes: unknown[],
  ): Promise<void> {
    const matchesByCode = this.cacheOf(target, key)
    const missingCodes = [
      ...new Set(codes.flatMap(spellings).filter(value => value !== undefined && !matchesByCode.has(codeKey(value)))),
    ]
    const context = key?.context.map(({ part }) => part) ?? []
    const fixed = key?.fixed ?? []
    for (let start = 0; start < missingCodes.length; start += MAX_VALUES) {
      const values = missingCodes.slice(start, start + MAX_VALUES)
      for (const value of values) matchesByCode.set(codeKey(value), [])
      const rows: Record<string, unknown>[] = await db(tableOf(target))
        .whereIn(keyColumn, values as string[])
        .where(Object.fromEntries(fixed.map(([column, value]) => [column, encodeValue(value)])))
        .select('id', `${keyColumn} as own`, ...context, ...(target.kind === 'master' ? ['isActive'] : []))
      for (const row of rows) {
        const parts = Object.fromEntries(context.map(part => [part, row[part] as number]))
        matchesByCode.get(codeKey(row.own))?.push({ id: row.id as number, active: row.isActive !== 0, parts })
      }
    }
  }

  /** Looks up the other `forms` of codes that no row has; a row that several forms fit counts for each. */
  async readForms(
    db: Knex,
    target: Resource,
    key: ReferenceKey,
    codes: readonly unknown[],
    formsOf: (code: unknown) => readonly string[],
  ): Promise<void> {
    const matchesByCode = this.cacheOf(target, key)
    const unread = [...new Set(codes)].filter(code => code !== undefined && !matchesByCode.get(codeKey(code))?.length)
    const forms = new Map(unread.map(code => [code, formsOf(code)]))
    await this.read(db, target, key.own, key, [...forms.values()].flat())
    for (const [code, others] of forms)
      matchesByCode.set(
        codeKey(code),
        others.flatMap(form => this.rows(target, key, form).map(match => ({ savedAs: form, ...match }))),
      )
  }

  /** Looks up texts that are no code by the name of their row, as far as the target has names. */
  async readNames(db: Knex, target: Resource, key: ReferenceKey, names: readonly string[]): Promise<void> {
    const matchesByCode = this.cacheOf(target, key)
    const isName = target.fields.name?.kind === 'text' && key.own !== 'name'
    const wanted = new Set(
      names.flatMap(searchedTexts).filter(name => isName && !matchesByCode.get(codeKey(name))?.length),
    )
    for (const [name, matches] of await this.byName(db, target, key, [...wanted])) matchesByCode.set(name, matches)
  }

  private async byName(db: Knex, target: Resource, key: ReferenceKey, names: readonly string[]) {
    const matches = new Map<string, CodeMatch[]>()
    const context = key.context.map(({ part }) => part)
    for (let start = 0; start < names.length; start += MAX_VALUES) {
      const rows: Record<string, unknown>[] = await db(tableOf(target))
        .whereIn('name', names.slice(start, start + MAX_VALUES))
        .where(Object.fromEntries(key.fixed.map(([column, value]) => [column, encodeValue(value)])))
        .select('id', 'name', ...context, ...(target.kind === 'master' ? ['isActive'] : []))
      for (const row of rows) {
        const parts = Object.fromEntries(context.map(part => [part, row[part] as number]))
        const match = { id: row.id as number, active: row.isActive !== 0, parts }
        matches.set(codeKey(row.name), [...(matches.get(codeKey(row.name)) ?? []), match])
      }
    }
    return matches
  }

  private cacheOf(target: Resource, key: ReferenceKey | undefined) {
    const name = key ? `${key.name}/${target.name}` : target.name
    const cachedMatches = this.cache.get(name) ?? new Map<string, CodeMatch[]>()
    this.cache.set(name, cachedMatches)
    return cachedMatches
  }
}
