import { isDay } from '../../../resources/define/dates.ts'
import type { SapColumn } from '../../../resources/uploads/sap/sap-sheet.ts'
import { sapDate } from '../http/odata.ts'

/** A cell as SAP's services write the value; null for an empty one. Throws RangeError with what it must be. */
export function wireValue(kind: SapColumn['kind'], text: string | null): string | boolean | null {
  const plain = text?.trim() ?? ''
  switch (kind) {
    case 'text':
      return plain
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
  const parts = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(text)
  const german = /^(\d{2})\.(\d{2})\.(\d{4})$/.exec(text)
  const day = parts ? parts.slice(1).join('-') : german ? german.slice(1).reverse().join('-') : ''
  if (!isDay(day)) throw new RangeError('must be a day such as 20261123, 2026-11-23 or 23.11.2026')
  return day
}

function isMarked(text: string): boolean {
  if (/^(x|true|1|yes)$/i.test(text)) return true
  if (/^(|false|0|no)$/i.test(text)) return false
  throw new RangeError('must be X or empty')
}
