import type { Person } from '../derive/rights/person.ts'
import { forbidden } from '../platform/errors.ts'

/** Throws 403 with a sentence unless another person than the first decides. `first` completes «the one who …». */
export function demandSecondPerson(firstId: number | null, { id }: Pick<Person, 'id'>, first: string): void {
  if (firstId === id)
    throw forbidden(`Another person of Finance than the one who ${first} must confirm it`, 'SECOND_PERSON')
}
