import { readNumber } from '../../../resources/define/sheet/sheet-number.ts'
import { plainText } from '../../../resources/define/sheet/signs.ts'
import { MINUS, showNumber } from '../../../resources/define/show.ts'

/**
 * Parses a typed number to its stored whole number, as a file is read: `1,00,000.5` with scale 2 is `10000050`. Empty is
 * null; anything else stays as typed, for the validation to refuse.
 */
export function parseScaled(text: string, scale: number): number | string | null {
  const bare = plainText(text).replace(/[₹%]/g, '').trim()
  if (bare === '') return null
  const reading = readNumber({ kind: 'number', optional: true, scale }, bare.replace(/^([+-]) +/, '$1'))
  return 'value' in reading ? (reading.value as number) : text.trim()
}

/** A stored number as the text of its box, with the minus that keyboards have. */
export const scaledText = (value: unknown, scale: number) =>
  typeof value === 'number' ? showNumber(value, scale).replace(MINUS, '-') : typeof value === 'string' ? value : ''
