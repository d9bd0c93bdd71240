import type { Knex } from 'knex'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import type { Person } from '../rights/person.ts'
import { NOTHING_READABLE, type Readable, readableValues, readsAllAlike } from '../rights/readable-values.ts'

/** A row as it was after the history entry with this id. */
interface Moment {
  rowId: number
  entryId: number
}

/** Whether the person reads every row of the resource in the same columns at any time. */
export const readsAlikeEver = (resource: Resource, person: Person): boolean =>
  readsAllAlike(resource, person) && (!resource.partOf || readsAlikeEver(wholeOf(resource), person))

/** What the person may read, under the rights of today, of rows as they were then; nothing of a row that did not exist yet. */
export async function readableThen(
  db: Knex,
  resource: Resource,
  person: Person,
  moments: readonly Moment[],
): Promise<Readable[]> {
  const states = await statesAt(db, resource, moments)
  const rows = states.filter(state => state !== null)
  const judged = await readableValues(db, resource, person, rows)
  const wholes = resource.partOf ? await readableWholes(db, resource, person, moments, states) : undefined
  return states.map((state, at) => {
    if (!state || wholes?.[at]?.reached === false) return NOTHING_READABLE
    return judged[rows.indexOf(state)]!
  })
}

const wholeOf = ({ name, partOf, fields }: Resource) => {
  const to = fields[partOf!]!.to!
  return resourceNamed(to === 'self' ? name : to)
}

async function readableWholes(
  db: Knex,
  resource: Resource,
  person: Person,
  moments: readonly Moment[],
  states: readonly (RowValues | null)[],
) {
  const wholes = moments.map(({ entryId }, at) => ({ entryId, rowId: Number(states[at]?.[resource.partOf!] ?? 0) }))
  return readableThen(db, wholeOf(resource), person, wholes)
}

interface Entry {
  id: number
  entityId: number
  action: string
  beforeJson: string | RowValues | null
}

/** The values of rows at these moments: those of now, with later changes undone by the history. */
async function statesAt(db: Knex, resource: Resource, moments: readonly Moment[]): Promise<(RowValues | null)[]> {
  const ids = [...new Set(moments.map(({ rowId }) => rowId))]
  const rows: (RowValues & { id: number })[] = await db(tableOf(resource)).whereIn('id', ids)
  const entries: Entry[] = await db('audit_entry')
    .where('entity', resource.name)
    .whereIn('entityId', ids)
    .where('id', '>', Math.min(...moments.map(({ entryId }) => entryId)))
    .orderBy('id', 'desc')
    .select('id', 'entityId', 'action', 'beforeJson')
  const now = new Map(rows.map(row => [row.id, row]))
  const since = Map.groupBy(entries, ({ entityId }) => entityId)
  return moments.map(({ rowId, entryId }) => {
    const undone = (since.get(rowId) ?? []).filter(({ id }) => id > entryId)
    if (undone.some(({ action }) => action === 'CREATE')) return null
    const row = now.get(rowId)
    const before = undone.map(({ beforeJson }) => valuesIn(beforeJson))
    return row || before.length > 0 ? { ...row, id: rowId, ...Object.assign({}, ...before) } : null
  })
}

const valuesIn = (json: Entry['beforeJson']): RowValues =>
  json === null ? {} : typeof json === 'string' ? JSON.parse(json) : json
