import { logs } from '../access.ts'
import { choice, flag, instant, integer, json, reference, text } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { user } from '../settings/user.ts'

/** Hours for which a file that was made in the background can be downloaded. */
export const FILE_HOURS = 24
/** How many files one person may have in the making. */
export const MOST_IN_WORK = 3

/** A file of a report with more rows than somebody would wait for: made in the background, for whoever asked for it alone. */
export const reportFile = record({
  path: 'report-files',
  name: 'report-file',
  title: 'Files of Reports',
  purpose: 'Report files made in the background, with owner, progress and expiry.',
  fields: {
    report: text({ max: 80, hint: 'Its path, such as mis/orders' }),
    fileName: text({ max: 120, label: 'File' }),
    format: choice(['xlsx', 'csv', 'pdf']),
    requestedById: reference(user, { label: 'For' }),
    status: choice(['WAITING', 'WRITING', 'DONE', 'FAILED', 'CANCELLED', 'EXPIRED'], { default: 'WAITING' }),
    rowsTotal: integer({ min: 0, default: 0, label: 'Rows' }),
    rowsDone: integer({ min: 0, default: 0, label: 'Rows written' }),
    errorText: text({ max: 255, optional: true, label: 'Error' }),
    expiresAt: instant({ optional: true, label: 'Kept until' }),
    cancelRequested: flag(),
    /** The filters, the sort and the columns as they were asked for. */
    asked: json<Record<string, unknown>, { secret: true }>({ secret: true }),
    /** The rights with which it was made, in a digest: with others it is not handed out. */
    rights: text({ max: 64, optional: true, secret: true }),
    storageKey: text({ max: 64, optional: true, secret: true }),
    lockedBy: text({ max: 60, optional: true, secret: true }),
    lockedUntil: instant({ optional: true, secret: true }),
  },
  key: [],
  display: ['fileName'],
  list: ['createdAt', 'fileName', 'requestedById', 'status', 'rowsTotal', 'rowsDone', 'expiresAt', 'errorText'],
  filters: ['status', 'requestedById', 'report'],
  search: ['fileName'],
  sort: ['-id'],
  indexes: [['status', 'lockedUntil'], ['requestedById']],
  access: logs,
})

export type ReportFile = Row<typeof reportFile>
