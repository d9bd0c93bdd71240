import type { Application } from '@feathersjs/koa'
import { tableOf } from '../../../resources/define/resource.ts'
import { countRelated, type RelatedCount } from '../../../resources/platform/commands/uses.ts'
import { resourceAt } from '../../../resources/registry.ts'
import { relatedLists } from '../../../resources/related-lists.ts'
import { notFound } from '../../platform/errors.ts'
import { type Bound, bind } from '../command/serve-commands.ts'
import { requireRight, restrict } from '../rights/conditions.ts'
import type { ResourceService } from '../service.ts'

/**
 * How many active rows of each master refer to a row, as the list of that master counts them for the person; a list that
 * they may not read has no count.
 */
export const relatedCommand = (app: Application): Bound =>
  bind(countRelated, async ({ resource: path, rowId }, { trx, person, call: { author } }) => {
    const resource = resourceAt(path)
    if (resource?.kind !== 'master') throw notFound()
    requireRight(person, resource, 'read')
    const table = tableOf(resource)
    const row = await restrict(trx(table).where(`${table}.id`, rowId), trx, resource, person, 'read').first(
      `${table}.id`,
    )
    if (!row) throw notFound()
    const data: RelatedCount[] = []
    for (const { list, field } of relatedLists(resource, (...right) => person.ability.can(...right))) {
      const service = app.service(`api/${list.path}` as never) as unknown as ResourceService
      const query = { [field]: { $in: [String(rowId)] }, isActive: 'true', $limit: '0' }
      const { total } = await service.find({ person, author: author!, query })
      data.push({ path: list.path, field, count: total })
    }
    return { data }
  })
