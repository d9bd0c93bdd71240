import { invalidField } from '../../platform/errors.ts'

const MAX_LENGTH = 500

/** Reads the reason for a change, for the history; undefined when empty. Throws 400 when it is no text or too long. */
export function readReason(reason: unknown): string | undefined {
  if (reason === undefined || reason === null) return undefined
  if (typeof reason !== 'string' || reason.length > MAX_LENGTH)
    throw invalidField('why', 'LENGTH', `why must be a text of at most ${MAX_LENGTH} characters`)
  return reason.trim() || undefined
}
