import { logs } from '../access.ts'
import { addDays } from '../define/dates.ts'
import { choice, date, integer, json, reference, text } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { user } from '../settings/user.ts'

const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY'] as const
export type Frequency = (typeof frequencies)[number]

/** How many schedules one person may have, and how many readers one of them. */
export const MOST_SCHEDULES = 30
export const MOST_READERS = 20
/** So many mailings of a report are looked at again. */
export const MOST_MAILINGS = 12
/** So many rows of a mailed report are kept at most; of a longer one only the sum. */
export const MOST_KEPT = 2_000

/** A report with its filters that somebody has mailed: to each reader as a link, which shows them the rows that they may read. */
export const reportSchedule = record({
  path: 'report-schedules',
  name: 'report-schedule',
  title: 'Reports by Mail',
  purpose: 'Reports mailed daily, weekly or monthly, with owner, readers and next date.',
  fields: {
    report: text({ max: 80, hint: 'Its path, such as mis/orders' }),
    name: text({ max: 60 }),
    /** Filters, sort and groups as in the address of the report; relative dates stay relative. */
    address: text({ max: 3000, long: true, secret: true, optional: true }),
    ownerId: reference(user, { label: 'Owner' }),
    frequency: choice(frequencies, { label: 'How often' }),
    dayNo: integer({
      min: 1,
      max: 28,
      optional: true,
      label: 'Day',
      hint: 'Day of the week, 1 is Monday; or day of the month',
    }),
    readers: json<readonly number[], { secret: true }>({ secret: true }),
    nextOn: date({ optional: true, label: 'Next', hint: 'The next mail; none once the schedule has ended' }),
    endedWhy: text({ max: 255, optional: true, label: 'Ended because' }),
  },
  key: [],
  display: ['name'],
  list: ['name', 'report', 'ownerId', 'frequency', 'dayNo', 'nextOn', 'endedWhy'],
  filters: ['report', 'ownerId', 'frequency', 'nextOn'],
  search: ['name', 'report'],
  sort: ['-id'],
  indexes: [['nextOn'], ['ownerId']],
  access: logs,
})

export type ReportSchedule = Row<typeof reportSchedule>

/** What a report showed its owner when it was mailed: so that what changed since can be told document by document. */
export const reportMailing = record({
  path: 'report-mailings',
  name: 'report-mailing',
  title: 'Mailed Reports',
  purpose: 'When a report was mailed, and to how many.',
  fields: {
    scheduleId: reference(reportSchedule, { label: 'Schedule' }),
    mailedOn: date({ label: 'Mailed' }),
    readers: integer({ label: 'Mails' }),
    /** The address with the days that its relative dates were. */
    address: text({ max: 3000, long: true, secret: true, optional: true }),
    rights: text({ max: 64, secret: true }),
    rowCount: integer({ label: 'Rows' }),
    /** The figure that is compared, and its value by the id of each row; without rows where they were too many. */
    kept: json<KeptFigure | null, { secret: true; optional: true }>({ secret: true, optional: true }),
  },
  key: ['scheduleId', 'mailedOn'],
  list: ['mailedOn', 'scheduleId', 'readers', 'rowCount'],
  search: [],
  sort: ['-id'],
  access: logs,
})

export type ReportMailing = Row<typeof reportMailing>

/** A figure of a report as it was: its sum, and each row with its text and its part of the sum, in units of the column. */
export interface KeptFigure {
  name: string
  sum: number
  rows: [id: number, text: string, value: number][] | null
}

/** A document by which a figure differs from what was kept of it; null where it was not there. */
interface ChangedRow {
  id: number
  text: string
  was: number | null
  now: number | null
}

/** The next business day on which a report is mailed, after this one. */
export function nextMailing({ frequency, dayNo }: Pick<ReportSchedule, 'frequency' | 'dayNo'>, after: string): string {
  const tomorrow = addDays(after, 1)
  if (frequency === 'DAILY') return tomorrow
  if (frequency === 'WEEKLY') {
    const weekday = ((new Date(`${tomorrow}T00:00:00Z`).getUTCDay() + 6) % 7) + 1
    return addDays(tomorrow, ((dayNo ?? 1) - weekday + 7) % 7)
  }
  const day = String(dayNo ?? 1).padStart(2, '0')
  const here = `${tomorrow.slice(0, 7)}-${day}`
  if (here >= tomorrow) return here
  return `${addDays(`${tomorrow.slice(0, 7)}-01`, 31).slice(0, 7)}-${day}`
}

/** The documents by which a figure differs from what was kept of it; their differences sum to that of the figure. */
export function changedRows(
  before: NonNullable<KeptFigure['rows']>,
  after: NonNullable<KeptFigure['rows']>,
): ChangedRow[] {
  const now = new Map(after.map(row => [row[0], row]))
  const was = new Map(before.map(row => [row[0], row]))
  const changed = before.flatMap(([id, text, value]) => {
    const current = now.get(id)
    return current && current[2] === value ? [] : [{ id, text, was: value, now: current ? current[2] : null }]
  })
  const added = after.filter(([id]) => !was.has(id)).map(([id, text, value]) => ({ id, text, was: null, now: value }))
  return [...changed, ...added]
}
