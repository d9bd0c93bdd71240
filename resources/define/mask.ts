import type { Field } from './fields.ts'

/**
 * The part of a value that a role sees for which it is masked: `AAPFU****F` of a PAN, else its last four characters.
 */
export function maskOf({ format }: Field, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  const text = String(value)
  if (format === 'pan' && text.length === 10) return `${text.slice(0, 5)}****${text.slice(-1)}`
  return `****${text.length > 4 ? text.slice(-4) : ''}`
}

/** Whether a value is what a role sees for which the field is masked; no valid value holds these stars. */
export const isMask = ({ maskedFor }: Field, value: unknown): boolean =>
  maskedFor !== undefined && typeof value === 'string' && value.includes('****')
