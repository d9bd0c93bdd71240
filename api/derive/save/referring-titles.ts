import type { Knex } from 'knex'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { resources } from '../../../resources/registry.ts'
import { referringRows } from './references-to.ts'

/** The titles of the resources that still refer to each of these rows, by id; one query for each referring column. */
export async function referringTitles(
  db: Knex,
  target: Resource,
  ids: readonly number[],
): Promise<Map<number, string[]>> {
  const used = new Map<number, Set<string>>()
  for (const resource of resources) {
    for (const [field, { to }] of Object.entries(resource.fields)) {
      if (to !== target.name && !(to === 'self' && resource === target)) continue
      const rows = referringRows(db, resource)
      if (!rows) continue
      const column = `${tableOf(resource)}.${field}`
      const usedIds: number[] = await rows
        .whereIn(column, ids as number[])
        .distinct(column)
        .pluck(column)
      for (const id of usedIds) used.set(id, (used.get(id) ?? new Set()).add(resource.title))
    }
  }
  return new Map([...used].map(([id, titles]) => [id, [...titles]]))
}
