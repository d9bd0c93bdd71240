import { readDay } from '../../../resources/define/sheet/sheet-day.ts'
import { plainText, tidyText } from '../../../resources/define/sheet/signs.ts'
import type { SapColumn } from '../../../resources/uploads/sap/sap-sheet.ts'
import { sapDate } from '../http/odata.ts'

/** A cell as SAP's services write the value; null for an empty one. Throws RangeError with what it must be. */
export function wireValue(kind: SapColumn['kind'], text: string | null): string | boolean | null {
  const plain = plainText(text ?? '')
  switch (kind) {
    case 'text':
      return tidyText(text ?? '')
    case 'number':
      return plain === '' ? null : decimalText(plain)
    case 'day':
      return /^(0*|0000-00-00|00\.00\.0000)$/.test(plain) ? null : sapDate(dayText(plain))
    case 'flag':
      return isMarked(plain)
  }
}

/** SAP's lists write the sign behind: `12.00-`. A comma could be either sign, and is refused. */
function decimalText(text: string): string {
  const parts = /^([-+]?)(\d+(?:\.\d+)?)(-?)$/.exec(text)
  if (!parts || (parts[1] && parts[3]))
    throw new RangeError('must be a number with a dot before its decimals, such as 1234.50 or 12.00-')
  return `${parts[1] === '-' || parts[3] ? '-' : ''}${parts[2]}`
}

function dayText(text: string): string {
  const reading = readDay(text)
  if (!('value' in reading)) throw new RangeError('must be a day such as 20261123, 2026-11-23 or 23.11.2026')
  return reading.value as string
}

function isMarked(text: string): boolean {
  if (/^(x|true|1|yes)$/i.test(text)) return true
  if (/^(|false|0|no)$/i.test(text)) return false
  throw new RangeError('must be X or empty')
}
