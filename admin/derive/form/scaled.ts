import { MINUS, showNumber } from '../../../resources/define/show.ts'

/**
 * Parses a typed number to its stored whole number: `12,345.5` with scale 2 is `1234550`. Empty is null; anything else
 * stays as typed, for the validation to refuse. It uses no floats.
 */
export function parseScaled(text: string, scale: number): number | string | null {
  const bare = text.replace(/[\s,₹%]/g, '').replace(MINUS, '-')
  if (bare === '') return null
  const [, sign = '', integerPart = '', rest = ''] = /^(-?)(\d*)(?:\.(\d*))?$/.exec(bare) ?? []
  const decimals = rest.replace(/0+$/, '')
  if ((integerPart === '' && rest === '') || decimals.length > scale) return text.trim()
  const value = Number(`${sign}${integerPart || '0'}${decimals.padEnd(scale, '0')}`)
  return Number.isSafeInteger(value) ? value || 0 : text.trim()
}

/** A stored number as the text of its box, with the minus that keyboards have. */
export const scaledText = (value: unknown, scale: number) =>
  typeof value === 'number' ? showNumber(value, scale).replace(MINUS, '-') : typeof value === 'string' ? value : ''
