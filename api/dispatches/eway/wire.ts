import { isDay } from '../../../resources/define/dates.ts'

/** The codes in an error of the portal, which comes as Base64 of a list with a comma at its end, as JSON, or as a text. */
export function errorCodesIn(error: unknown): string[] {
  const said = typeof error === 'string' ? fromBase64(error) : JSON.stringify(error ?? '')
  const listed = /"errorCodes?"\s*:\s*"?([\d,\s]+)/i.exec(said)?.[1] ?? ''
  const codes = listed.match(/\d+/g) ?? said.match(/\b\d{3,4}\b/g) ?? []
  return [...new Set(codes)]
}

/** Error details of the e-invoice host: a list of codes with messages. */
export const codesOfDetails = (details: unknown): string[] =>
  Array.isArray(details) ? details.flatMap(one => String((one as { ErrorCode?: unknown })?.ErrorCode ?? '') || []) : []

/** Whether an answer says that it was done: 1 or "1". */
export const isDone = (status: unknown): boolean => String(status) === '1'

/** An instant as the portal writes it in India's time: `28/11/2026 23:59:00`, `28/11/2026 11:59:00 PM` or `2026-11-28 23:59:00`; null where it is none. */
export function instantSaid(said: unknown): string | null {
  const found =
    /^(?:(\d{2})\/(\d{2})\/(\d{4})|(\d{4})-(\d{2})-(\d{2}))(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?\s*([AP]M)?)?/i.exec(
      String(said ?? '').trim(),
    )
  if (!found) return null
  const [, d, m, y, y2, m2, d2, hour = '23', minute = '59', second = '00', half] = found
  const day = y ? `${y}-${m}-${d}` : `${y2}-${m2}-${d2}`
  if (!isDay(day)) return null
  const hours = half ? (Number(hour) % 12) + (half.toUpperCase() === 'PM' ? 12 : 0) : Number(hour)
  const at = new Date(`${day}T${String(hours).padStart(2, '0')}:${minute}:${second}+05:30`)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

/** A business day as the portal reads it: `28/11/2026`. */
export const daySent = (day: string): string => day.split('-').reverse().join('/')

/** The business day in a date of the portal; null where it is none. */
export function daySaid(said: unknown): string | null {
  const found = /^(\d{2})\/(\d{2})\/(\d{4})/.exec(String(said ?? ''))
  return found ? `${found[3]}-${found[2]}-${found[1]}` : null
}

function fromBase64(text: string): string {
  if (!/^[A-Za-z0-9+/=\s]+$/.test(text)) return text
  const plain = Buffer.from(text, 'base64').toString('utf8')
  return plain.includes('errorCode') ? plain : text
}
