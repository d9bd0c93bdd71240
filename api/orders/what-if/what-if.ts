import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import { addDays } from '../../../resources/define/dates.ts'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import type { ChangeToPreview } from '../../../resources/orders/what-if/commands.ts'
import type { WhatIfAnswer } from '../../../resources/orders/what-if/what-if.ts'
import { resourceAt } from '../../../resources/registry.ts'
import type { Call } from '../../derive/call.ts'
import { requireRight } from '../../derive/rights/conditions.ts'
import { requireAuthor, requirePerson } from '../../derive/rights/require-person.ts'
import { afterChange } from '../../derive/round/many-change.ts'
import type { StoredRow } from '../../derive/row-codec.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { executeAction } from '../../derive/save/actions.ts'
import { readBulkInput, requestedIds } from '../../derive/save/bulk-read.ts'
import { BulkWrite } from '../../derive/save/bulk-write.ts'
import { bodyObject } from '../../derive/save/read-body.ts'
import { today } from '../../platform/clock.ts'
import { invalidField } from '../../platform/errors.ts'
import type { ChangedRow } from './affected-orders.ts'
import { dryRun, type MasterChange, masterChangeImpact } from './change-impact.ts'

/**
 * What saving a row of a price, limit or sourcing master would do to open orders and drafts, or a bulk change, or an
 * action on rows. Applies all checks and rights of the real change and rolls it back.
 */
export async function impactOf(app: Application, db: Knex, change: ChangeToPreview, call: Call): Promise<WhatIfAnswer> {
  const resource = resourceAt(change.resource)
  if (!resource?.whatIf)
    throw invalidField('resource', 'ENUM', 'resource must be the path of a price, limit or sourcing master')
  if ('row' in change) return impactOfRow(app, db, resource, change, call)
  // What is left out of a bulk change or an action is absent there.
  const question = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== null))
  return ('action' in change ? impactOfAction : impactOfRows)(db, resource, question, call)
}

interface Service {
  create(row: unknown, call: Call): Promise<StoredRow>
  patch(id: number, row: unknown, call: Call): Promise<StoredRow>
}

/** The impact of saving one row. Throws what its service throws. */
async function impactOfRow(
  app: Application,
  db: Knex,
  resource: Resource,
  { id, row: rowInput }: { id: number | null; row: RowValues },
  call: Call,
) {
  const person = requirePerson(call)
  requireRight(person, resource, id === null ? 'create' : 'update')
  const service = app.service(`api/${resource.path}`) as unknown as Service
  const save: MasterChange<ChangedRow>['save'] = trx => {
    const inside: Call = { ...call, query: {}, transaction: { trx } }
    return id === null ? service.create(rowInput, inside) : service.patch(id, rowInput, inside)
  }
  const row = await dryRun(db, async trx => {
    const before: RowValues | undefined = id === null ? undefined : await trx(tableOf(resource)).where({ id }).first()
    return { before, row: withProposed((await save(trx, [])) as StoredRow) }
  })
  return masterChangeImpact(db, person, { resource, rows: [row], save })
}

/** The impact of a bulk change; rows that it refuses stay unchanged. */
async function impactOfRows(db: Knex, resource: Resource, body: RowValues, call: Call) {
  const person = requirePerson(call)
  const { leaveOut, ...change } = readBulkInput(db, resource, body, call)
  const ids = (await requestedIds(db, resource, body, person)).filter(id => !leaveOut.has(id))
  const existing = (await rowsOf(db, resource, rows => rows.whereIn('id', ids))) as StoredRow[]
  const inside = { ...call, author: requireAuthor(call) }
  // Rows that end today still count today: the question is what happens without them.
  const asked = { ...change, lastDay: resource.dated ? addDays(today(), -1) : undefined, preview: true }
  return masterChangeImpact(db, person, {
    resource,
    rows: existing.map(before => ({ before, row: afterChange(before, change) })),
    save: (trx, rows) =>
      new BulkWrite(trx, resource, inside, person).apply(
        rows.map(({ before }) => before.id),
        asked,
      ),
  })
}

/** The impact of an action on rows. Throws what the action throws, and 400 for an action that is not taken on rows. */
async function impactOfAction(db: Knex, resource: Resource, body: RowValues, call: Call) {
  const act = (trx: Knex.Transaction, rows: unknown) =>
    executeAction(trx, resource, { ...body, asked: withRemarks(resource, body), rows }, call)
  const rowsById = (from: Knex, ids: readonly number[]) =>
    rowsOf(from, resource, rows => rows.whereIn('id', [...ids])) as Promise<StoredRow[]>
  const after = await dryRun(db, async trx => {
    const { data } = await act(trx, body.rows)
    return rowsById(
      trx,
      data.map(({ id }) => id),
    )
  })
  if (after.length === 0) throw invalidField('rows', 'REQUIRED', 'rows must name the rows, each as { id, rowVersion }')
  const ids = after.map(({ id }) => id)
  const before = new Map((await rowsById(db, ids)).map(row => [row.id, row]))
  return masterChangeImpact(db, requirePerson(call), {
    resource,
    rows: after.map(row => ({ before: before.get(row.id)!, row: withProposed(row) })),
    save: (trx, rows) =>
      act(
        trx,
        rows.map(({ before: { id, rowVersion } }) => ({ id, rowVersion })),
      ),
  })
}

/** A row with the change that waits beside it, which is what is asked about. */
const withProposed = (row: StoredRow): RowValues => ({ ...row, ...(row.pendingChange as RowValues | null) })

/** Fills in required remarks and reasons, which are not known yet in a what-if. */
function withRemarks({ actions }: Resource, { action, asked }: RowValues): unknown {
  const asks = Object.hasOwn(actions, String(action)) ? actions[String(action)]!.inputs : {}
  const filled = ['remarks', 'reason'].filter(name => Object.hasOwn(asks, name)).map(name => [name, 'What if?'])
  return filled.length === 0 ? asked : { ...Object.fromEntries(filled), ...bodyObject(asked ?? {}, 'asked', 'asked') }
}
