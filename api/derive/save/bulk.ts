import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import type { Resource } from '../../../resources/define/resource.ts'
import type { BulkFailure, BulkResult } from '../../../resources/platform/bulk.ts'
import { resources } from '../../../resources/registry.ts'
import { invalidField, refused } from '../../platform/errors.ts'
import { once } from '../../platform/idempotency.ts'
import { transact } from '../../platform/transact.ts'
import { needAuthor, needPerson } from '../rights/need-person.ts'
import type { Call } from '../service.ts'
import { type Asked, idsOf, readAsked } from './bulk-read.ts'
import { BulkWrite } from './bulk-write.ts'

/** More rows than this need a typed confirmation. */
const UNTYPED_ROWS = 100

type Values = Record<string, unknown>

/**
 * `POST /api/<path>/bulk { ids | filter, expected, change, leaveOut, confirm, preview, why }`: changes, deactivates or
 * activates many rows with the checks, rights and history of a single one, all or none. `filter` is the query of the
 * list. A preview does the same and rolls back. Throws 409 COUNT_MOVED when the rows are not as many as expected, and
 * 422 with every row that cannot be changed and why.
 */
export function serveBulk(app: Application, db: Knex) {
  for (const resource of resources.filter(({ kind }) => kind === 'master')) {
    const service = {
      async create(body: Values, call: Call): Promise<BulkResult> {
        const command = `${resource.path}/bulk`
        const asked = readAsked(db, resource, body, call)
        if (asked.preview) return previewed(db, resource, body, asked, call)
        const work = (trx: Knex.Transaction) => take(trx, resource, body, asked, call)
        return call.headers?.['idempotency-key'] ? once(db, call, command, body, work) : transact(db, work)
      },
    }
    app.use(`api/${resource.path}/bulk`, service as never, { methods: ['create'] } as never)
  }
}

/** Carries the result of a preview out of the transaction that it rolls back. */
class Undone extends Error {
  readonly result: BulkResult
  constructor(result: BulkResult) {
    super('A preview')
    this.result = result
  }
}

async function previewed(db: Knex, resource: Resource, body: Values, asked: Asked, call: Call): Promise<BulkResult> {
  try {
    return await transact(db, async trx => {
      throw new Undone(await take(trx, resource, body, asked, call))
    })
  } catch (error) {
    if (error instanceof Undone) return error.result
    throw error
  }
}

async function take(trx: Knex.Transaction, resource: Resource, body: Values, asked: Asked, call: Call) {
  const person = needPerson(call)
  const ids = await idsOf(trx, resource, body, person)
  const what = asked.change.isActive === false ? 'DEACTIVATE' : asked.change.isActive === true ? 'ACTIVATE' : 'CHANGE'
  const left = ids.filter(id => !asked.leaveOut.has(id))
  if (left.length > UNTYPED_ROWS && !asked.preview && body.confirm !== what)
    throw invalidField('confirm', 'REQUIRED', `confirm must be ${what}, for ${left.length} rows are changed at once`)
  const author = { ...needAuthor(call), reason: ['Many rows at once', asked.why].filter(Boolean).join(': ') }
  const write = new BulkWrite(trx, resource, { ...call, author }, person)
  const { changed, same, failures } = await write.take(left, asked.change)
  if (failures.length > 0 && !asked.preview) throw refusedRows(failures, left.length)
  return { count: ids.length, changed, same, leftOut: ids.length - left.length, failures }
}

/** Returns the error with all rows that were refused; nothing was written. */
function refusedRows(failures: BulkFailure[], count: number) {
  const message =
    count === 1
      ? failures[0]!.errors[0]!.message
      : `${failures.length} of ${count} rows cannot be changed, so none was: correct them or leave them out`
  return refused([{ field: '', code: 'ROWS_REFUSED', message }], message, { failures })
}
