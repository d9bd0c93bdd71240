import { readId } from '../../derive/list/query.ts'
import { invalidField } from '../../platform/errors.ts'

/** Reads the customer id of a request. Throws 400 for anything but a row number. */
export function readCustomerId(given: unknown): number {
  const id = readId(given)
  if (id === undefined) throw invalidField('customerId', 'TYPE', 'customerId must be the number of a customer')
  return id
}

/** Reads a search text, empty when absent. Throws 400 for anything but a text of at most 100 characters. */
export function readSearchText(q: unknown = ''): string {
  if (typeof q === 'string' && q.length <= 100) return q.trim()
  throw invalidField('q', 'TYPE', 'q must be a text of at most 100 characters')
}

/** Makes a prefix pattern for `like … escape '!'` from a text, with its wildcards escaped. */
export const prefixPattern = (typed: string) => `${typed.replace(/[!%_]/g, sign => `!${sign}`)}%`
