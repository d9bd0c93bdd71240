import { dayOf } from '../../../resources/define/dates.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { ApiRow } from '../value-text.ts'
import type { PlacedColumn } from './columns.ts'

/** Days by which something is to happen. */
const PROMISED = /^(due|expected|requested|promised|nextTry)/
const OPEN = ['wait', 'go', 'bad']

/** Whether the day of a column is past, and the row still waits for it. */
export function isLate({ fields }: Resource, row: ApiRow, { name, field }: Pick<PlacedColumn, 'name' | 'field'>) {
  const value = row[name]
  if (typeof value !== 'string' || !PROMISED.test(name) || row.isCleared === true) return false
  const now = new Date().toISOString()
  if (value >= (field.kind === 'date' ? dayOf(now) : now)) return false
  const [stateName, state] = Object.entries(fields).find(([, { kind, tones }]) => kind === 'choice' && tones) ?? []
  return !state || OPEN.includes(state.tones![String(row[stateName!])] ?? '')
}
