import { logs } from '../../access.ts'
import { choice, integer, json, reference, text } from '../../define/fields.ts'
import { record } from '../../define/resource.ts'
import { sapSyncRun } from '../sap-sync-run.ts'
import { importJob } from './import-job.ts'

/** A fault of one cell of an imported file, or of one row that SAP sent. */
export const importJobError = record({
  path: 'import-job-errors',
  name: 'import-job-error',
  title: 'Import Errors',
  purpose: 'The rows of imported files and of SAP that could not be taken over, and why.',
  fields: {
    importJobId: reference(importJob, { optional: true }),
    sapSyncRunId: reference(sapSyncRun, { optional: true, label: 'SAP run' }),
    source: choice(['FILE', 'SAP'], { default: 'FILE' }),
    rowNo: integer({ min: 0, label: 'Row' }),
    columnName: text({ max: 60, optional: true, label: 'Column' }),
    value: text({ max: 255, optional: true, secret: true }),
    errorCode: text({ max: 40 }),
    message: text({ max: 255 }),
    raw: json({ optional: true, secret: true }),
  },
  key: [],
  display: ['rowNo', 'message'],
  list: ['importJobId', 'sapSyncRunId', 'rowNo', 'columnName', 'errorCode', 'message'],
  search: ['message', 'errorCode'],
  sort: ['rowNo'],
  indexes: [
    ['importJobId', 'rowNo'],
    ['sapSyncRunId', 'rowNo'],
  ],
  access: logs,
})
