import { readId } from '../../derive/list/query.ts'
import { invalidField } from '../../platform/errors.ts'

/** The customer that a request of the order pad is about. Throws 400 for anything but a row number. */
export function readCustomerId(given: unknown): number {
  const id = readId(given)
  if (id === undefined) throw invalidField('customerId', 'TYPE', 'customerId must be the number of a customer')
  return id
}

/** What a person typed to find something; empty when nothing. Throws 400 for anything but a text of at most 100 characters. */
export function readTyped(q: unknown = ''): string {
  if (typeof q === 'string' && q.length <= 100) return q.trim()
  throw invalidField('q', 'TYPE', 'q must be a text of at most 100 characters')
}

/** A typed text as the beginning in a `like … escape '!'`, its own signs taken literally. */
export const beginning = (typed: string) => `${typed.replace(/[!%_]/g, sign => `!${sign}`)}%`
