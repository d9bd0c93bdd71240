import type { Knex } from 'knex'
import type { Person } from '../derive/rights/person.ts'
import { forbidden } from '../platform/errors.ts'

/**
 * Throws 403 with a sentence unless another person than the first decides; two logins of one employee are one person.
 * `first` completes «the one who …».
 */
export async function demandSecondPerson(
  db: Knex,
  firstId: number | null,
  { id }: Pick<Person, 'id'>,
  first: string,
): Promise<void> {
  if (firstId === null) return
  const isOnePerson = await onePersonOf(db, [firstId, id])
  if (isOnePerson(firstId, id))
    throw forbidden(`Another person of Finance than the one who ${first} must confirm it`, 'SECOND_PERSON')
}

/** Returns whether two of these logins belong to one person: the same login, or logins of the same employee. */
export async function onePersonOf(
  db: Knex,
  logins: readonly (number | null)[],
): Promise<(first: number | null, second: number | null) => boolean> {
  const ids = [...new Set(logins.filter(id => id !== null))]
  const rows: { id: number; employeeId: number | null }[] = await db('user')
    .whereIn('id', ids)
    .select('id', 'employeeId')
  const employees = new Map(rows.map(({ id, employeeId }) => [id, employeeId]))
  const employeeOf = (id: number) => employees.get(id) ?? null
  return (first, second) =>
    first !== null &&
    second !== null &&
    (first === second || (employeeOf(first) !== null && employeeOf(first) === employeeOf(second)))
}
