import type { Knex } from 'knex'
import { onePersonOf } from '../derive/rights/one-person.ts'
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
