import type { Knex } from 'knex'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import type { Author } from '../save/author.ts'
import { restrict } from './conditions.ts'
import { restrictToColumns } from './field-conditions.ts'
import { readPerson } from './read-person.ts'

/**
 * Returns the ids of those rows whose columns an author may read, so that a refusal may name them. Without an author (the
 * product itself) that is all of them.
 */
export async function readableAmong(
  db: Knex,
  resource: Resource,
  ids: readonly number[],
  { id: authorId }: Pick<Author, 'id'>,
  columns: readonly string[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0 || authorId === null) return new Set(ids)
  const person = await readPerson(db, authorId)
  const mayRead = (name: string) => person?.ability.can('read', resource.path, name)
  if (!person || !columns.every(mayRead)) return new Set()
  const id = `${tableOf(resource)}.id`
  const rows = restrict(db(tableOf(resource)).whereIn(id, [...ids]), db, resource, person, 'read', true)
  return new Set(await restrictToColumns(rows, db, resource, person, 'read', columns, true).pluck(id))
}
