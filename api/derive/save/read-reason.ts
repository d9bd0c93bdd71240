import { invalidField } from '../../platform/errors.ts'

const MAX_LENGTH = 500

/**
 * Reads the reason for a change, which the history stores; undefined when it is empty. Throws 400 when it is no text or
 * too long.
 */
export function readReason(given: unknown): string | undefined {
  if (given === undefined || given === null) return undefined
  if (typeof given !== 'string' || given.length > MAX_LENGTH)
    throw invalidField('why', 'LENGTH', `why must be a text of at most ${MAX_LENGTH} characters`)
  return given.trim() || undefined
}
