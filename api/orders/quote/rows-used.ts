import type { Knex } from 'knex'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import type { RowNow, RowsNow } from '../../../resources/orders/what-if/row-now.ts'
import { resources } from '../../../resources/registry.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { requirePerson } from '../../derive/rights/require-person.ts'
import { bodyObject } from '../../derive/save/read-body.ts'
import type { Call } from '../../derive/service.ts'
import { forbidden, invalidField } from '../../platform/errors.ts'

/** More rows than any trace names. */
const MAX_ROWS = 200

/**
 * `POST /api/rows-used { rows: [{ resource, id, changedById }] }`: the current versions of the rows of a stored trace
 * and who changed them, so that a screen can mark rows that changed since. Leaves out rows that the person may not
 * read.
 */
export const rowsUsed = (db: Knex) => ({
  async create(body: unknown, call: Call): Promise<RowsNow> {
    const person = requirePerson(call)
    if (person.userType !== 'EMPLOYEE') throw forbidden('The rows behind a decision are for our own people')
    const requested = readRows(body)
    const rows: RowNow[] = []
    for (const [name, own] of Map.groupBy(requested, ({ resource }) => resource)) {
      const resource = resources.find(each => each.name === name && person.ability.can('read', each.path))
      if (resource) rows.push(...(await currentRows(db, resource, [...new Set(own.map(({ id }) => id))], person)))
    }
    const ids = [...new Set(requested.map(({ changedById }) => changedById))].filter(id => id !== null)
    const people: { id: number; name: string }[] = await db('user').whereIn('id', ids).select('id', 'name')
    return { rows, people: Object.fromEntries(people.map(({ id, name }) => [id, name])) }
  },
})

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

interface RequestedRow {
  resource: string
  id: number
  changedById: number | null
}

function readRows(body: unknown): RequestedRow[] {
  const { rows } = bodyObject(body, 'The question')
  if (!Array.isArray(rows) || rows.length > MAX_ROWS)
    throw invalidField('rows', 'TYPE', `rows must be a list of at most ${MAX_ROWS} rows of masters`)
  return rows.map((row, index) => {
    const { resource, id, changedById = null } = bodyObject(row, `rows[${index}]`, `rows[${index}]`)
    const isValid = typeof resource === 'string' && Number.isSafeInteger(id)
    if (!isValid || (changedById !== null && !Number.isSafeInteger(changedById)))
      throw invalidField(`rows[${index}]`, 'TYPE', `rows[${index}] must name a resource and the number of its row`)
    return { resource, id: id as number, changedById: changedById as number | null }
  })
}
