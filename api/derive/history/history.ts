import type { Knex } from 'knex'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import type { HistoryEntry, ShownChange } from '../../../resources/platform/history.ts'
import { notFound } from '../../platform/errors.ts'
import type { ApiRouter } from '../../platform/router.ts'
import { readId } from '../list/query.ts'
import { withTexts } from '../list/texts.ts'
import { demand, restrict } from '../rights/conditions.ts'
import { ownTellerOf, type Tell } from '../rights/redact.ts'
import type { StoredRow } from '../row-codec.ts'
import { resourceOf, signedIn } from '../signed-in.ts'

const MOST_ENTRIES = 200

type Values = Record<string, unknown>
interface Entry extends Omit<HistoryEntry, keyof ShownChange> {
  beforeJson: string | Values | null
  afterJson: string | Values | null
}

/** `GET /api/history?resource=masters/transporter&rowId=7`: what happened to a row, newest first, in the columns the person may read. */
export function serveHistory(router: ApiRouter, db: Knex): void {
  router.get('/api/history', async ctx => {
    const { person } = signedIn(ctx)
    const resource = resourceOf(ctx.query.resource)
    demand(person, resource, 'read')
    const id = readId(ctx.query.rowId)
    const table = tableOf(resource)
    const row =
      id && (await restrict(db(table).where(`${table}.id`, id), db, resource, person, 'read').first(`${table}.id`))
    if (!row) throw notFound()
    const entries = await entriesOf(db, resource, id)
    const data = await shown(db, resource, id, entries, await ownTellerOf(db, resource, person, [id]))
    const seesImports = person.ability.can('import', resource.path)
    ctx.body = { data: seesImports ? data : data.map(entry => ({ ...entry, importJobId: null })) }
  })
}

const entriesOf = (db: Knex, resource: Resource, id: number): Promise<Entry[]> =>
  db('audit_entry')
    .leftJoin('user', 'user.id', 'audit_entry.actorId')
    .where({ entity: resource.name, entityId: id })
    .orderBy('audit_entry.id', 'desc')
    .limit(MOST_ENTRIES)
    .select(
      'audit_entry.id',
      'at',
      'user.name as actor',
      'action',
      'source',
      'beforeJson',
      'afterJson',
      'reason',
      'audit_entry.requestId',
      'audit_entry.importJobId',
    )

async function shown(
  db: Knex,
  resource: Resource,
  rowId: number,
  entries: Entry[],
  tell: Tell,
): Promise<HistoryEntry[]> {
  const changes = await shownChanges(db, resource, entries, values => tell(rowId, values))
  return entries.map(({ id, at, actor, action, source, reason, requestId, importJobId }, index) => ({
    id,
    at,
    actor,
    action,
    source,
    reason,
    requestId,
    importJobId,
    ...changes[index]!,
  }))
}

/** The two sides of changes with what references stood for, so that a change of SBU does not read «3 → 5». */
export async function shownChanges(
  db: Knex,
  resource: Resource,
  entries: Pick<Entry, 'id' | 'beforeJson' | 'afterJson'>[],
  tell: (values: Values) => Values,
): Promise<ShownChange[]> {
  const sides = entries.flatMap(({ id, beforeJson, afterJson }) => [
    sideOf(id, beforeJson, tell),
    sideOf(id, afterJson, tell),
  ])
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

function sideOf(id: number, json: Entry['beforeJson'], tell: (values: Values) => Values): StoredRow | null {
  if (json === null) return null
  const values: Values = typeof json === 'string' ? JSON.parse(json) : json
  return { ...tell(values), id }
}

function partsOf(side: StoredRow | null) {
  if (side === null) return { values: null, texts: {} }
  const { id, texts, ...values } = side
  return { values, texts: (texts ?? {}) as ShownChange['texts']['before'] }
}
