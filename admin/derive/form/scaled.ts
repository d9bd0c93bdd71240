import { showNumber } from '../../../resources/define/show.ts'

/**
 * What was typed into a number's box, as the whole number it is kept as: `12,345.5` with scale 2 is `1234550`. Empty is
 * null; what is no such number stays as typed, for the validation to refuse. No float is ever involved.
 */
export function parseScaled(text: string, scale: number): number | string | null {
  const bare = text.replace(/[\s,₹%]/g, '')
  if (bare === '') return null
  const [, sign = '', whole = '', rest = ''] = /^(-?)(\d*)(?:\.(\d*))?$/.exec(bare) ?? []
  const kept = rest.replace(/0+$/, '')
  if ((whole === '' && rest === '') || kept.length > scale) return text.trim()
  const value = Number(`${sign}${whole || '0'}${kept.padEnd(scale, '0')}`)
  return Number.isSafeInteger(value) ? value || 0 : text.trim()
}

/** A kept number as it stands in its box. */
export const scaledText = (value: unknown, scale: number) =>
  typeof value === 'number' ? showNumber(value, scale) : typeof value === 'string' ? value : ''
