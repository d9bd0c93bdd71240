import type { Knex } from 'knex'
import type { Becomes, Closing } from '../../../resources/define/closing.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { padValues } from '../rows-of.ts'
import { pointingAt, referringRows } from '../save/references-to.ts'

/** Rows of one list that refer to a row which is closed, or that go with it, and what becomes of them. */
export interface Use {
  /** `resource.field`. */
  use: string
  resource: Resource
  field: string
  becomes: Becomes
  ids: number[]
}

/** Ids in one query. */
const PART = 200

/**
 * The rows that still refer to a row, and those that refer to what goes with it, each once. `passes` says of which uses
 * somebody takes over.
 */
export async function usesOf(db: Knex, closed: Resource, id: number, passes: (use: string) => boolean): Promise<Use[]> {
  const seen = new Set([`${closed.name} ${id}`])
  const uses: Use[] = []
  const going: { resource: Resource; ids: readonly number[]; closing: Resource['closing'] }[] = [
    { resource: closed, ids: [id], closing: closed.closing },
  ]
  for (const { resource: target, ids, closing } of going)
    for (const { resource, field } of pointingAt(target)) {
      const use = `${resource.name}.${field}`
      const own = becomesOf(closing, resource, field, passes(use))
      // What goes with the row goes whole: a login keeps its roles as long as it is needed.
      const becomes = closing === undefined && own === 'ENDS' ? 'LASTLY' : own
      if (becomes === 'STAYS') continue
      const found = (await idsNaming(db, resource, field, ids)).filter(row => !seen.has(`${resource.name} ${row}`))
      if (found.length === 0) continue
      for (const row of found) seen.add(`${resource.name} ${row}`)
      uses.push({ use, resource, field, becomes, ids: found })
      if (becomes === 'LASTLY') going.push({ resource, ids: found, closing: undefined })
    }
  return uses
}

async function idsNaming(db: Knex, resource: Resource, field: string, ids: readonly number[]): Promise<number[]> {
  const found: number[] = []
  for (let start = 0; start < ids.length; start += PART) {
    const rows = referringRows(db, resource)
    if (!rows) return []
    found.push(
      ...(await rows
        .whereIn(field, padValues(ids.slice(start, start + PART)))
        .orderBy('id')
        .pluck('id')),
    )
  }
  return found
}

/**
 * What becomes of rows that refer by a field to a row which is closed, or that goes with one. Without anybody who takes
 * over what would pass does what it does otherwise.
 */
function becomesOf(closing: Closing | undefined, resource: Resource, name: string, passes: boolean): Becomes {
  const declared = closing?.becomes?.[`${resource.name}.${name}`]
  if (declared && (declared !== 'PASSES' || passes)) return declared
  const { sap, optional } = resource.fields[name]!
  if (sap) return 'STAYS'
  if (resource.kind === 'record') return 'FINISHED'
  if (optional && !resource.key.includes(name)) return 'FREED'
  return resource.dated ? 'ENDS' : 'LASTLY'
}
