import { choice, flag, integer, json, text } from '../../../resources/define/fields.ts'
import { importJob } from '../../../resources/platform/import-job.ts'
import { importJobError } from '../../../resources/platform/import-job-error.ts'
import { IMPORT_VERDICTS, importJobRow } from '../../../resources/platform/import-job-row.ts'
import {
  type ImportAnswer,
  type ImportConflict,
  type ImportFault,
  type JudgedRow,
  writeModes,
} from '../../../resources/platform/imports.ts'
import { answerOf, anything, bodyOf, listOf, maybe, orNull, pageOf, type Routes } from '../docs/route.ts'
import { importSteps } from './step.ts'

const TAG = 'Imports'

const mapping = listOf(orNull(text({ max: 100 })))
const ofJob = { importJobId: integer({ min: 1 }) }
const paged = { $limit: integer({ min: 0, optional: true }), $skip: integer({ min: 0, optional: true }) }

const job = answerOf<ImportAnswer>({
  id: integer(),
  jobNo: text(),
  origin: importJob.fields.origin,
  onError: importJob.fields.onError,
  fileName: text(),
  status: importJob.fields.status,
  requestedById: orNull(integer()),
  createdAt: importJob.fields.finishedAt,
  finishedAt: importJob.fields.finishedAt,
  rowsTotal: integer(),
  rowsDone: integer(),
  rowsNew: integer(),
  rowsChanged: integer(),
  rowsSame: integer(),
  rowsFailed: integer(),
  resource: text(),
  title: text(),
  mode: choice(writeModes),
  closing: integer(),
  endReplaced: flag(),
  held: integer(),
  warned: integer(),
  leaveOutTotals: maybe(flag()),
  mine: flag(),
  requestedBy: maybe(orNull(text())),
  warnings: listOf(text()),
  unknownColumns: listOf(text()),
  missingColumns: listOf(text()),
  conflicts: listOf(answerOf<ImportConflict>({ path: text(), id: integer(), text: text(), reason: text() })),
  sheet: maybe(anything('Headings, samples and proposed columns, for its sender')),
  mapping: maybe(orNull(mapping)),
  error: maybe(text()),
  whatIf: maybe(anything('What the rows would do to open orders')),
})

const { rowNo, columnName, value, errorCode, message } = importJobError.fields
const fault = { rowNo, columnName, value, errorCode, message } satisfies Record<keyof ImportFault, unknown>
const FILES = ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet']
const errorsFile = { tag: TAG, summary: 'The rejected rows with the faults beside them', media: FILES }
const sentFile = { tag: TAG, summary: 'The file as it was sent', media: FILES }

/** How a file becomes rows: sent, checked, saved or rolled back. */
export const importRoutes: Routes = {
  'GET imports': {
    tag: TAG,
    summary: 'The imports of the caller, or of everybody for who may read them',
    query: paged,
    answer: pageOf(job),
  },
  'POST imports': {
    tag: TAG,
    summary: 'Sends a workbook or CSV file for a list and starts its check; nothing is saved yet',
    isUpload: true,
    body: bodyOf({
      resource: text({ max: 60, hint: 'The path of the list, such as masters/products' }),
      mode: choice(writeModes, { default: 'UPSERT' }),
      onError: choice(['ALL_OR_NOTHING', 'SKIP_BAD_ROWS'], { default: 'ALL_OR_NOTHING' }),
      origin: choice(['PORTAL', 'SAP'], { default: 'PORTAL' }),
      askColumns: maybe(flag()),
      endReplaced: maybe(flag()),
    }),
    answer: job,
  },
  'GET imports/{id}': { tag: TAG, summary: 'The progress of an import', answer: job },
  'GET imports/{id}/errors': errorsFile,
  'GET imports/{id}/errors.csv': errorsFile,
  'GET imports/{id}/errors.xlsx': errorsFile,
  'GET imports/{id}/file': sentFile,
  'GET imports/{id}/file.csv': sentFile,
  'GET imports/{id}/file.xlsx': sentFile,
  'GET import-errors': {
    tag: TAG,
    summary: 'The faults of the rows of an import',
    query: { ...ofJob, ...paged },
    answer: pageOf(answerOf({ id: integer(), ...fault })),
  },
  'GET import-rows': {
    tag: TAG,
    summary: 'The result of each row of an import, in the order of the file',
    query: { ...ofJob, verdict: choice([...IMPORT_VERDICTS, 'WARNED'], { optional: true }), ...paged },
    answer: pageOf(
      answerOf<JudgedRow>({
        id: integer(),
        rowNo: importJobRow.fields.rowNo,
        verdict: importJobRow.fields.verdict,
        rowKey: importJobRow.fields.rowKey,
        entityId: orNull(integer()),
        changes: listOf(
          answerOf({
            field: text(),
            before: json(),
            after: json(),
            beforeText: orNull(text()),
            afterText: orNull(text()),
          }),
        ),
        warnings: listOf(answerOf({ field: text(), code: text(), message: text() })),
        errors: listOf(answerOf<ImportFault>(fault)),
      }),
    ),
  },
  'POST import-steps': {
    tag: TAG,
    summary: 'Checks with selected columns, goes back to them, saves, cancels or rolls back an import',
    body: bodyOf({
      importId: integer({ min: 1 }),
      step: choice(importSteps),
      mapping: maybe(mapping),
      leaveOutTotals: maybe(flag()),
      headingRow: integer({ optional: true, hint: 'The row of the headings, or the first of two' }),
      headingRows: integer({ optional: true, min: 1, max: 2 }),
      confirm: text({ max: 20, optional: true, hint: 'How many rows a sync will close, as it was typed' }),
      skipBadRows: maybe(flag()),
      leaveOut: maybe(flag()),
    }),
    answer: job,
    refusals: { 409: 'NOT_ALLOWED_STATE: the import has no such step now' },
    examples: { body: { importId: 12, step: 'commit' } },
  },
}
