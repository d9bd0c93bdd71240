import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import { tableOf } from '../../../resources/define/resource.ts'
import { resourceAt } from '../../../resources/registry.ts'
import { type RelatedCount, relatedLists } from '../../../resources/related-lists.ts'
import { notFound } from '../../platform/errors.ts'
import { requireRight, restrict } from '../rights/conditions.ts'
import { requireAuthor, requirePerson } from '../rights/require-person.ts'
import type { Call, ResourceService } from '../service.ts'
import { readId } from './query.ts'

/**
 * `GET /api/related-counts?resource=masters/products&rowId=3`: how many active rows of each master refer to a row, as
 * the list of that master counts them for the person; a list that they may not read has no count.
 */
export function serveRelatedCounts(app: Application, db: Knex) {
  const counts = {
    async find(call: Call): Promise<{ data: RelatedCount[] }> {
      const [person, author] = [requirePerson(call), requireAuthor(call)]
      const { resource: path, rowId } = call.query ?? {}
      const resource = typeof path === 'string' ? resourceAt(path) : undefined
      const id = readId(rowId)
      if (resource?.kind !== 'master' || id === undefined) throw notFound()
      requireRight(person, resource, 'read')
      const table = tableOf(resource)
      const row = await restrict(db(table).where(`${table}.id`, id), db, resource, person, 'read').first(`${table}.id`)
      if (!row) throw notFound()
      const lists = relatedLists(resource, (right, subject, field) => person.ability.can(right, subject, field))
      const data: RelatedCount[] = []
      for (const { list, field } of lists) {
        const service = app.service(`api/${list.path}` as never) as unknown as ResourceService
        const query = { [field]: { $in: [String(id)] }, isActive: 'true', $limit: '0' }
        const { total } = await service.find({ person, author, query })
        data.push({ path: list.path, field, count: total })
      }
      return { data }
    },
  }
  app.use('api/related-counts', counts as never, { methods: ['find'] } as never)
}
