import type { Knex } from 'knex'
import { readsInternal } from '../../../resources/access.ts'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { occurrences } from '../../../resources/platform/audit-entry.ts'
import type { HistoryEntry } from '../../../resources/platform/commands/history.ts'
import { MOST_ENTRIES, type ShownChange } from '../../../resources/platform/history.ts'
import { notFound } from '../../platform/errors.ts'
import { withTexts } from '../list/texts.ts'
import { requireRight, restrict } from '../rights/conditions.ts'
import type { Person } from '../rights/person.ts'
import type { StoredRow } from '../row-codec.ts'
import { resourceOf } from '../signed-in.ts'
import { type EntryAuthor, entryReaderOf, type ReadSide, readsWho } from './readable-entries.ts'

interface Entry extends Omit<HistoryEntry, keyof ShownChange>, EntryAuthor {
  entityId: number
  beforeJson: string | RowValues | null
  afterJson: string | RowValues | null
}

/**
 * What happened to a row, newest first, in the columns the person may read, and from the time on at which the row was
 * theirs to read. Throws 403 and 404.
 */
export async function historyOf(
  db: Knex,
  { resource: path, rowId }: { resource: string; rowId: number },
  person: Person,
): Promise<HistoryEntry[]> {
  const resource = resourceOf(path)
  requireRight(person, resource, 'read')
  const table = tableOf(resource)
  const readableRow = restrict(db(table).where(`${table}.id`, rowId), db, resource, person, 'read')
  if (!(await readableRow.first(`${table}.id`))) throw notFound()
  const data = await shown(db, resource, person, await entriesOf(db, resource, rowId))
  const seesImports = person.ability.can('import', resource.path)
  return seesImports ? data : data.map(entry => ({ ...entry, importJobId: null }))
}

const entriesOf = (db: Knex, resource: Resource, id: number): Promise<Entry[]> =>
  db('audit_entry')
    .leftJoin('user', 'user.id', 'audit_entry.actorId')
    .where({ entity: resource.name, entityId: id })
    .orderBy('audit_entry.id', 'desc')
    .limit(MOST_ENTRIES)
    .select(
      'audit_entry.id',
      'entityId',
      'at',
      'user.name as actor',
      'user.userType as actorType',
      'user.customerId as actorCustomerId',
      'user.transporterId as actorTransporterId',
      'action',
      'source',
      'beforeJson',
      'afterJson',
      'reason',
      'audit_entry.requestId',
      'audit_entry.importJobId',
    )

async function shown(db: Knex, resource: Resource, person: Person, entries: Entry[]): Promise<HistoryEntry[]> {
  const changes = await shownChanges(db, resource, person, entries)
  return entries.flatMap((entry, index) => {
    const { id, at, action, source, requestId, importJobId } = entry
    const change = changes[index]!
    if (entry.afterJson !== null && change.after === null) return []
    if (occurrences.includes(action) && !readsInternal(person.roles)) return []
    const { actor, reason } = readsWho(person, entry) ? entry : { actor: null, reason: null }
    return [{ id, at, actor, action, source, reason, requestId, importJobId, ...change }]
  })
}

/** Both sides of changes as the person reads them; references are named, so that no SBU reads «3 → 5». */
export async function shownChanges(
  db: Knex,
  resource: Resource,
  person: Person,
  entries: readonly Changed[],
): Promise<ShownChange[]> {
  const readSide = await entryReaderOf(db, resource, person, entries)
  const sides = entries.flatMap(entry => [sideOf(entry, 'before', readSide), sideOf(entry, 'after', readSide)])
  await withTexts(
    db,
    resource,
    sides.filter(side => side !== null),
  )
  return entries.map((_, index) => {
    const [before, after] = [sides[index * 2]!, sides[index * 2 + 1]!].map(partsOf)
    return {
      before: before!.values,
      after: after!.values,
      texts: { before: before!.texts, after: after!.texts },
    }
  })
}

type Changed = Pick<Entry, 'id' | 'entityId' | 'beforeJson' | 'afterJson'>

function sideOf(entry: Changed, side: 'before' | 'after', readSide: ReadSide): StoredRow | null {
  const json = entry[`${side}Json`]
  if (json === null) return null
  const values = readSide(entry, side, typeof json === 'string' ? JSON.parse(json) : json)
  return values && { ...values, id: entry.id }
}

function partsOf(side: StoredRow | null) {
  if (side === null) return { values: null, texts: {} }
  const { id, texts, ...values } = side
  return { values, texts: (texts ?? {}) as ShownChange['texts']['before'] }
}
