import type { Knex } from 'knex'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { refused } from '../../platform/errors.ts'
import { encodeValue } from '../row-codec.ts'

/** A row that was put back: the version it had then, and the one it has now. */
export interface RewoundRow {
  resource: string
  id: number
  rowVersion: number
  now: number
}

/** A resource, and which of its rows to put back. */
export interface RewindSelection {
  resource: Resource
  narrow: (rows: Knex.QueryBuilder) => Knex.QueryBuilder
}

interface Entry {
  entity: string
  entityId: number
  action: string
  beforeJson: string | RowValues | null
}
/** More changes than this are not undone, because the request would take too long. */
const MAX_CHANGES = 5_000

/**
 * Puts rows back to their state at an instant, by their history; masters created later become inactive. The caller must
 * roll the transaction back in the end. Throws 422 when there are too many changes since.
 */
export async function rewind(
  trx: Knex.Transaction,
  selections: readonly RewindSelection[],
  until: string,
): Promise<RewoundRow[]> {
  const entries: Entry[] = await trx('audit_entry')
    .where('at', '>', until)
    .where(any => {
      for (const each of selections) any.orWhere(own => ofResource(trx, own, each))
    })
    .orderBy('id', 'desc')
    .limit(MAX_CHANGES + 1)
    .select('entity', 'entityId', 'action', 'beforeJson')
  if (entries.length > MAX_CHANGES) {
    const message = `More than ${MAX_CHANGES.toLocaleString('en-IN')} changes were made to these masters since: choose a later day, or the masters of now`
    throw refused([{ field: 'orderDate', code: 'RANGE', message }], message)
  }
  const byName = new Map(selections.map(({ resource }) => [resource.name, resource]))
  const rewound: RewoundRow[] = []
  for (const rowEntries of Map.groupBy(entries, ({ entity, entityId }) => `${entity}/${entityId}`).values())
    rewound.push(...(await undo(trx, byName.get(rowEntries[0]!.entity)!, rowEntries, until)))
  return rewound
}

const ofResource = (db: Knex, entries: Knex.QueryBuilder, { resource, narrow }: RewindSelection) =>
  entries.where('entity', resource.name).whereIn('entityId', narrow(db(tableOf(resource))).select('id'))

/** Undoes the changes of one row, newest first. */
async function undo(trx: Knex, resource: Resource, entries: readonly Entry[], until: string): Promise<RewoundRow[]> {
  const { entityId: id } = entries[0]!
  const row = trx(tableOf(resource)).where({ id })
  const current: { rowVersion: number } | undefined = await row.clone().first('rowVersion')
  if (!current) return []
  const values: RowValues = Object.assign({}, ...entries.map(({ beforeJson }) => valuesIn(beforeJson)))
  const wasThere = entries.at(-1)!.action !== 'CREATE'
  if (!wasThere && resource.kind === 'master') values.isActive = false
  const rowVersion = Math.max(0, current.rowVersion - entries.length)
  const storedValues = Object.entries(values).filter(([name]) => name === 'isActive' || name in resource.fields)
  await row.update({
    ...Object.fromEntries(storedValues.map(([name, value]) => [name, encodeValue(value)])),
    ...(wasThere && (await changedBefore(trx, resource, id, until))),
    rowVersion,
  })
  return [{ resource: resource.name, id, rowVersion, now: current.rowVersion }]
}

/** Returns who changed the row last before the instant, and when. */
async function changedBefore(trx: Knex, { name }: Resource, entityId: number, until: string): Promise<RowValues> {
  const last: { at: string; actorId: number | null } | undefined = await trx('audit_entry')
    .where({ entity: name, entityId })
    .where('at', '<=', until)
    .orderBy('id', 'desc')
    .first('at', 'actorId')
  return last ? { updatedAt: last.at, updatedById: last.actorId } : {}
}

const valuesIn = (json: Entry['beforeJson']): RowValues =>
  json === null ? {} : typeof json === 'string' ? JSON.parse(json) : json
