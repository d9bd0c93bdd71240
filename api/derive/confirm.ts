import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import { type Resource, tableOf } from '../../resources/define/resource.ts'
import { resourceAt } from '../../resources/registry.ts'
import { conflict, forbidden, invalidField, notFound } from '../platform/errors.ts'
import { needAuthor, needPerson } from '../platform/need-person.ts'
import { transact } from '../platform/transact.ts'
import { demand, readableBy, restrict } from './conditions.ts'
import { readId } from './query.ts'
import type { Call } from './service.ts'
import { readRow, type StoredRow } from './stored.ts'
import { stale, updateRow } from './write.ts'

/**
 * `POST /api/confirmations { resource, id, rowVersion }`: a second person confirms a limit, so that it counts (§I.2, note 2).
 * Throws 403 for the person who wrote the row.
 */
export function serveConfirmations(app: Application, db: Knex) {
  const confirmations = {
    async create(body: Record<string, unknown>, call: Call) {
      const person = needPerson(call)
      const author = needAuthor(call)
      const resource = confirmable(body.resource)
      const id = readId(body.id)
      if (id === undefined) throw notFound()
      demand(person, resource, 'update')
      return transact(db, async trx => {
        const table = tableOf(resource)
        const row = await restrict(trx(table).where(`${table}.id`, id), trx, resource, person, 'update').first(
          `${table}.*`,
        )
        if (!row) throw notFound()
        const before = readRow(resource, row)
        if (before.rowVersion !== body.rowVersion) throw await stale(trx, resource, id, readableBy(person, resource))
        if (before.confirmStatus === 'CONFIRMED') throw conflict('ALREADY_CONFIRMED', 'This row is confirmed already')
        if (before.updatedById === person.id)
          throw forbidden('A row is confirmed by another person than the one who wrote it')
        return updateRow(
          trx,
          resource,
          before as StoredRow,
          { confirmStatus: 'CONFIRMED', confirmedById: person.id },
          author,
        )
      })
    },
  }
  app.use('api/confirmations', confirmations as never, { methods: ['create'] } as never)
}

function confirmable(path: unknown): Resource {
  const resource = typeof path === 'string' ? resourceAt(path) : undefined
  if (resource && 'confirmStatus' in resource.fields) return resource
  throw invalidField(
    'resource',
    'ENUM',
    'resource must be the path of a master that needs confirmation, such as masters/approving-limits',
  )
}
