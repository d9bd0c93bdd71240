import { logs } from '../../access.ts'
import { choice, file, flag, instant, integer, json, reference, text } from '../../define/fields.ts'
import { statusField } from '../../define/process/states.ts'
import { type Row, record } from '../../define/resource.ts'
import { user } from '../../settings/user.ts'
import { importStates } from './import-states.ts'

/** An import of a file: checked in full before the first row is saved. */
export const importJob = record({
  path: 'import-jobs',
  name: 'import-job',
  title: 'Imports',
  purpose: 'Imported files, with their content and progress.',
  fields: {
    jobNo: text({ max: 14 }),
    importType: text({ max: 80, label: 'Into', hint: 'The path of the master that the file is for' }),
    origin: choice(['PORTAL', 'SAP', 'ROUND'], { default: 'PORTAL' }),
    fileName: text({ max: 120 }),
    fileSha256: text({ max: 64, label: 'SHA-256 of the file' }),
    attachmentId: file({ optional: true, label: 'File' }),
    mode: choice(['DRY_RUN', 'COMMIT'], { default: 'DRY_RUN' }),
    onError: choice(['ALL_OR_NOTHING', 'SKIP_BAD_ROWS'], { default: 'ALL_OR_NOTHING' }),
    status: statusField(importStates),
    rowsTotal: integer({ min: 0, default: 0 }),
    rowsDone: integer({ min: 0, default: 0 }),
    rowsOk: integer({ min: 0, default: 0, label: 'Rows without errors' }),
    rowsNew: integer({ min: 0, default: 0 }),
    rowsChanged: integer({ min: 0, default: 0 }),
    rowsSame: integer({ min: 0, default: 0, label: 'Rows unchanged' }),
    rowsFailed: integer({ min: 0, default: 0 }),
    warnings: json<string[], { optional: true }>({ optional: true }),
    unknownColumns: json<string[], { optional: true }>({ optional: true }),
    missingColumns: json<string[], { optional: true }>({ optional: true }),
    paramsJson: json({ optional: true, secret: true }),
    errorText: text({ max: 500, optional: true, label: 'Error' }),
    requestedById: reference(user, { label: 'By' }),
    cancelRequested: flag(),
    lockedBy: text({ max: 60, optional: true }),
    lockedUntil: instant({ optional: true }),
    startedAt: instant({ optional: true }),
    finishedAt: instant({ optional: true }),
  },
  key: ['jobNo'],
  list: [
    'jobNo',
    'importType',
    'fileName',
    'status',
    'rowsTotal',
    'rowsOk',
    'rowsFailed',
    'requestedById',
    'finishedAt',
  ],
  search: ['jobNo', 'fileName'],
  sort: ['-id'],
  indexes: [['status', 'lockedUntil'], ['importType'], ['fileSha256', 'finishedAt'], ['requestedById']],
  access: logs,
})

export type ImportJob = Row<typeof importJob>
