import type { Knex } from 'knex'
import { dayOf, timeOf } from '../../../resources/define/dates.ts'
import { labelOf } from '../../../resources/define/label.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { dayText, show } from '../../../resources/define/show.ts'
import type { Fault } from '../../../resources/define/validate.ts'
import { today } from '../../platform/clock.ts'
import type { StoredRow } from '../row-codec.ts'

/** The faults of rows that somebody has saved since they were seen, each with what it says now, who saved it and when. */
export async function changedSince(
  db: Knex,
  resource: Resource,
  rows: readonly StoredRow[],
  names: readonly string[],
): Promise<Map<number, Fault>> {
  if (rows.length === 0) return new Map()
  const savers = await lastSaves(
    db,
    resource,
    rows.map(({ id }) => id),
  )
  return new Map(rows.map(row => [row.id, staleFault(resource, row, names, savers.get(row.id))]))
}

interface LastSave {
  entityId: number
  at: string
  name: string | null
}

const AT_ONCE = 500

async function lastSaves(db: Knex, resource: Resource, ids: readonly number[]): Promise<Map<number, LastSave>> {
  const saves = new Map<number, LastSave>()
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const last = db('audit_entry')
      .where('entity', resource.name)
      .whereIn('entityId', ids.slice(start, start + AT_ONCE))
      .whereIn('action', ['CREATE', 'UPDATE', 'DEACTIVATE', 'ACTIVATE'])
      .groupBy('entityId')
      .max('id')
    const found: LastSave[] = await db('audit_entry')
      .leftJoin('user', 'user.id', 'audit_entry.actorId')
      .whereIn('audit_entry.id', last)
      .select('audit_entry.entityId', 'audit_entry.at', 'user.name')
    for (const save of found) saves.set(Number(save.entityId), save)
  }
  return saves
}

function staleFault(resource: Resource, row: RowValues, names: readonly string[], save: LastSave | undefined): Fault {
  const label = (name: string) => labelOf(name, resource.fields[name]!)
  const says = names
    .filter(name => resource.fields[name] && resource.fields[name].kind !== 'reference')
    .map(name => `${label(name)} ${show(resource.fields[name]!, row[name]) || 'empty'}`)
  const when = save && (dayOf(save.at) === today() ? '' : ` on ${dayText(dayOf(save.at))}`)
  const who = save ? `saved by ${save.name ?? 'the portal'}${when} at ${timeOf(save.at)}` : 'saved meanwhile'
  return { field: '', code: 'CHANGED_SINCE', message: [says.join(', '), who].filter(Boolean).join(', ') }
}
