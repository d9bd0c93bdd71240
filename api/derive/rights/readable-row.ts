import type { Knex } from 'knex'
import { type Resource, type Row, tableOf } from '../../../resources/define/resource.ts'
import { notFound } from '../../platform/errors.ts'
import { rowsOf } from '../rows-of.ts'
import { restrict } from './conditions.ts'
import type { Person } from './person.ts'

/** A row that the person may read; `lock` holds it until the transaction ends. Throws 404 for any other. */
export async function readableRow<R extends Resource>(
  db: Knex,
  resource: R,
  id: number,
  person: Person,
  lock?: 'lock',
): Promise<Row<R>> {
  const [row] = await rowsOf(db, resource, rows => {
    const query = restrict(rows.where(`${tableOf(resource)}.id`, id), db, resource, person, 'read')
    return lock ? query.forUpdate() : query
  })
  if (!row) throw notFound()
  return row as Row<R>
}
