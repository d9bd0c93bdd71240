import { closings } from '../access.ts'
import { choice, date, instant, integer, json, reference, text } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { user } from '../settings/user.ts'

const stateWords = {
  PLANNED: 'Planned',
  FINISHING: 'Being finished',
  CLOSED: 'Closed',
  UNDONE: 'Undone',
}

/** Who takes over what, where that is not the same for all; by `resource.field`. */
export interface TakeOver {
  use: string
  toId: number
}

/** What became of the rows of one list that referred to the closed row. */
export interface ClosedUse {
  use: string
  becomes: string
  count: number
}

/** A master row that is closed as one deed, with who takes over, and how far that is. */
export const closing = record({
  path: 'closings',
  name: 'closing',
  title: 'Closings',
  purpose: 'Customers, products, employees and plants that are closed.',
  fields: {
    list: text({ max: 80, label: 'List', hint: 'The path of the list of the row, such as masters/products' }),
    rowId: integer({ min: 1, label: 'Row', secret: true }),
    subject: text({ max: 160, label: 'What is closed' }),
    lastDay: date({ label: 'Last day' }),
    lastDayBefore: date({ optional: true, secret: true, label: 'Last day before' }),
    takerId: integer({ min: 1, optional: true, secret: true, label: 'Row that takes over' }),
    taker: text({ max: 160, optional: true, label: 'Who takes over' }),
    takeOvers: json<TakeOver[]>({ optional: true, label: 'Who else takes over' }),
    reason: text({ max: 500, long: true }),
    status: choice(['PLANNED', 'FINISHING', 'CLOSED', 'UNDONE'], {
      default: 'PLANNED',
      words: { staff: stateWords, buyer: {} },
      tones: { PLANNED: 'wait', FINISHING: 'go', CLOSED: 'end', UNDONE: 'calm' },
    }),
    stillOpen: text({ max: 1000, optional: true, long: true, label: 'Still open' }),
    done: json<ClosedUse[]>({ optional: true, label: 'What was done' }),
    closedAt: instant({ optional: true }),
    plannedById: reference(user, { optional: true, label: 'Planned by' }),
  },
  key: [],
  display: ['subject'],
  list: ['subject', 'lastDay', 'status', 'taker', 'stillOpen', 'reason', 'plannedById', 'closedAt'],
  filters: ['status', 'lastDay', 'list'],
  search: ['subject', 'taker', 'reason'],
  sort: ['-lastDay'],
  indexes: [
    ['list', 'rowId'],
    ['status', 'lastDay'],
  ],
  access: closings,
})

export type ClosingRow = Row<typeof closing>
