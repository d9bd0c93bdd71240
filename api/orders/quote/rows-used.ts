import type { Knex } from 'knex'
import type { BodyOf } from '../../../resources/define/command.ts'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import type { RowNow, RowsNow, showRowsUsed } from '../../../resources/orders/what-if/commands.ts'
import { resources } from '../../../resources/registry.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'

/**
 * The current versions of the rows of a stored trace and who changed them, so that a screen can mark rows that changed
 * since. Leaves out rows that the person may not read.
 */
export async function rowsUsed(
  db: Knex,
  person: Person,
  { rows: requested }: BodyOf<typeof showRowsUsed>,
): Promise<RowsNow> {
  const rows: RowNow[] = []
  for (const [name, own] of Map.groupBy(requested, ({ resource }) => resource)) {
    const resource = resources.find(each => each.name === name && person.ability.can('read', each.path))
    if (resource) rows.push(...(await currentRows(db, resource, [...new Set(own.map(({ id }) => id))], person)))
  }
  const ids = [...new Set(requested.map(({ changedById }) => changedById))].filter(id => id !== null)
  const people: { id: number; name: string }[] = await db('user').whereIn('id', ids).select('id', 'name')
  return { rows, people: Object.fromEntries(people.map(({ id, name }) => [id, name])) }
}

async function currentRows(db: Knex, resource: Resource, ids: number[], person: Person): Promise<RowNow[]> {
  const table = tableOf(resource)
  const versions = await restrict(db(table).whereIn(`${table}.id`, ids), db, resource, person, 'read')
    .leftJoin('user as changer', 'changer.id', `${table}.updatedById`)
    .select(
      `${table}.id`,
      `${table}.rowVersion`,
      `${table}.updatedAt as changedAt`,
      'changer.name as changedBy',
      ...(resource.kind === 'master' ? [`${table}.isActive`] : []),
    )
  return versions.map(({ isActive = 1, ...row }) => ({ ...row, resource: resource.name, isActive: Boolean(isActive) }))
}
