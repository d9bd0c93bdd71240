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
  { id, employeeId }: Pick<Person, 'id' | 'employeeId'>,
  first: string,
): Promise<void> {
  if (firstId === null) return
  const employee = async () => (await db('user').where('id', firstId).first('employeeId'))?.employeeId
  if (firstId === id || (employeeId !== null && (await employee()) === employeeId))
    throw forbidden(`Another person of Finance than the one who ${first} must confirm it`, 'SECOND_PERSON')
}
