import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import type { Resource } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import type { BulkFailure, BulkResult } from '../../../resources/platform/bulk.ts'
import { resources } from '../../../resources/registry.ts'
import { invalidField, refused } from '../../platform/errors.ts'
import { runIdempotent } from '../../platform/idempotency.ts'
import { transact } from '../../platform/transact.ts'
import type { Call } from '../call.ts'
import { requireAuthor, requirePerson } from '../rights/require-person.ts'
import { type BulkInput, readBulkInput, requestedIds } from './bulk-read.ts'
import { BulkWrite } from './bulk-write.ts'

/** More rows than this need a typed confirmation. */
const UNTYPED_ROWS = 100

/**
 * `POST /api/<path>/bulk { ids | filter, expected, seen, change, formula, from, leaveOut, confirm, preview, why, validTo }`:
 * changes, deactivates (what was in use ends on `validTo`) or activates many rows with the checks, rights and history of
 * a single one, all or none, but for rows that were saved since they were `seen`: these are named and stay. `filter` is
 * the query of the list. A preview does the same and rolls back. Throws 409 COUNT_MOVED when the rows are not as many as
 * expected, and
 * 422 with every row that cannot be changed and why.
 */
export function serveBulk(app: Application, db: Knex) {
  for (const resource of resources.filter(({ kind }) => kind === 'master')) {
    const service = {
      async create(body: RowValues, call: Call): Promise<BulkResult> {
        const command = `${resource.path}/bulk`
        const input = readBulkInput(db, resource, body, call)
        if (input.preview) return runPreview(db, resource, body, input, call)
        const work = (trx: Knex.Transaction) => apply(trx, resource, body, input, call)
        return call.headers?.['idempotency-key'] ? runIdempotent(db, call, command, body, work) : transact(db, work)
      },
    }
    app.use(`api/${resource.path}/bulk`, service as never, { methods: ['create'] } as never)
  }
}

/** Carries the result of a preview out of the transaction that it rolls back. */
class PreviewResult extends Error {
  readonly result: BulkResult
  constructor(result: BulkResult) {
    super('A preview')
    this.result = result
  }
}

async function runPreview(
  db: Knex,
  resource: Resource,
  body: RowValues,
  input: BulkInput,
  call: Call,
): Promise<BulkResult> {
  try {
    return await transact(db, async trx => {
      throw new PreviewResult(await apply(trx, resource, body, input, call))
    })
  } catch (error) {
    if (error instanceof PreviewResult) return error.result
    throw error
  }
}

async function apply(trx: Knex.Transaction, resource: Resource, body: RowValues, input: BulkInput, call: Call) {
  const person = requirePerson(call)
  const ids = await requestedIds(trx, resource, body, person)
  const { isActive } = input.set
  const what = isActive === false ? 'DEACTIVATE' : isActive === true ? 'ACTIVATE' : 'CHANGE'
  const remaining = ids.filter(id => !input.leaveOut.has(id))
  if (remaining.length > UNTYPED_ROWS && !input.preview && body.confirm !== what)
    throw invalidField(
      'confirm',
      'REQUIRED',
      `confirm must be ${what}, for ${remaining.length} rows are changed at once`,
    )
  const author = { ...requireAuthor(call), reason: ['Many rows at once', input.why].filter(Boolean).join(': ') }
  const write = new BulkWrite(trx, resource, { ...call, author }, person)
  const { failures, ...outcome } = await write.apply(remaining, input)
  if (failures.length > 0 && !input.preview) throw refusedRows(failures, remaining.length)
  return { count: ids.length, ...outcome, leftOut: ids.length - remaining.length, failures }
}

/** Returns the error with all rows that were refused; nothing was written. */
function refusedRows(failures: BulkFailure[], count: number) {
  const message =
    count === 1
      ? failures[0]!.errors[0]!.message
      : `${failures.length} of ${count} rows cannot be changed, so none was: correct them or leave them out`
  return refused([{ field: '', code: 'ROWS_REFUSED', message }], message, { failures })
}
