import { type AnswerOf, type BodyOf, command, fileOf } from '../../define/command.ts'
import { choice, date, flag, instant, integer, json, text } from '../../define/fields.ts'
import { formulaPart } from '../../define/formula.ts'
import { pick } from '../../define/pick.ts'
import { either, group, many, maybe, open, type Read, tag } from '../../define/shape.ts'
import type { WhatIfAnswer } from '../../orders/what-if/what-if.ts'
import { importJob } from '../imports/import-job.ts'
import { importJobError } from '../imports/import-job-error.ts'
import { IMPORT_VERDICTS, importJobRow } from '../imports/import-job-row.ts'
import { type ImportPeriods, type SheetToMap, writeModes } from '../imports/imports.ts'
import type { RoundAnswer } from '../imports/rounds.ts'

const room = 'Imports'
const id = integer({ min: 1 })
const count = integer({ min: 0 })
const MOST_COLUMNS = 5_000
const MOST_ROWS = 100
const dayOrder = choice(['DMY', 'MDY'], {
  optional: true,
  hint: 'What comes first in days such as 03/04/2027, where the file does not show it: the day or the month',
})
const columnNames = many(text({ max: 255 }), { most: MOST_COLUMNS })
const columnKeys = maybe(text({ max: 100, hint: 'The key of the column that a heading is read into; null for none' }))
const page = { $limit: maybe(count), $skip: maybe(count) }
const counted = { total: count, limit: count, skip: count }

const { onError } = importJob.fields
const kept = pick(importJob.fields, [
  ...(['jobNo', 'origin', 'onError', 'fileName', 'status', 'requestedById', 'finishedAt', 'rowsTotal'] as const),
  ...(['rowsDone', 'rowsNew', 'rowsChanged', 'rowsSame', 'rowsFailed'] as const),
])
const conflict = { path: text(), id, text: text({ max: 255 }), reason: text({ max: 500 }) }
/** A row that an import wrote and that cannot simply be rolled back. */
export type ImportConflict = Read<typeof conflict>

const job = {
  id,
  ...kept,
  createdAt: instant(),
  resource: text({ max: 80, hint: 'The path of the list that the file is for' }),
  title: text(),
  mode: choice(writeModes),
  backdated: integer({ min: 0, hint: 'New rows that begin before today, which the commit gives a reason for' }),
  closing: integer({ min: 0, hint: 'Rows that a sync closes, or that end because new ones replace them' }),
  endReplaced: flag({ hint: 'Rows that new ones replace end the day before' }),
  periods: maybe(open<ImportPeriods>('When its new rows start, and when those end that it ends')),
  held: integer({
    min: 0,
    hint: 'Rows without errors that wait for a wrong row of the same customer, contract or annexure',
  }),
  warned: integer({ min: 0, hint: 'Rows with a warning; they are saved like the others' }),
  mine: flag({ hint: 'The caller sent it' }),
  requestedBy: maybe(text({ hint: 'In a list of imports' })),
  warnings: many(text({ max: 500 }), { most: 100 }),
  unknownColumns: columnNames,
  missingColumns: columnNames,
  conflicts: many(conflict, { most: 1_000 }),
  sheet: maybe(open<SheetToMap>('Headings, samples and proposed columns, for its sender')),
  mapping: many(columnKeys, { most: MOST_COLUMNS, optional: true }),
  leaveOutTotals: maybe(flag({ hint: 'The rows that look like totals are left out' })),
  leaveOutHidden: maybe(flag({ hint: 'The rows that the workbook hides are left out' })),
  dayOrder,
  error: maybe(text({ max: 500 })),
  round: maybe(open<RoundAnswer>('Of a round: what changes, what it comes to, and who confirms it')),
  whatIf: maybe(open<WhatIfAnswer>('What the rows would do to open orders, of a master that orders read')),
}
/** An import as its readers see it: the file, how far it is, and what it would change or has changed. */
export type ImportAnswer = AnswerOf<typeof showImport>

export const listImports = command('GET imports', {
  room,
  summary: 'The imports of the caller, or of everybody for who may read them',
  who: 'signed in',
  body: {
    resource: maybe(text({ max: 80, hint: 'The path of a list' })),
    toFinish: flag({ hint: 'Only those of the caller, of the last 7 days, that are checked and not saved, or failed' }),
    ...page,
  },
  answer: { ...counted, data: many(job, { most: MOST_ROWS }) },
})

export const sendImport = command('POST imports', {
  room,
  summary: 'Sends a workbook or CSV file for a list and starts its check; nothing is saved yet',
  who: 'signed in',
  reads: 'upload',
  body: {
    resource: text({ max: 80, hint: 'The path of the list, such as masters/products' }),
    mode: choice(writeModes, { default: 'UPSERT' }),
    onError,
    origin: choice(['PORTAL', 'SAP'], { default: 'PORTAL' }),
    askColumns: flag(),
    endReplaced: flag(),
    leaveOutTotals: maybe(flag()),
    leaveOutHidden: maybe(flag()),
    dayOrder,
  },
  answer: job,
})

export const showImport = command('GET imports/{id}', {
  room,
  summary: 'The progress of an import',
  who: 'signed in',
  body: { id },
  answer: job,
})

export const startRound = command('POST import-rounds', {
  room,
  summary: 'Previews a change of very many rows by a formula or to values; it is saved by the step commit',
  who: 'signed in',
  // The work begins once the job is saved.
  does: 'each',
  body: {
    resource: text({ max: 80, hint: 'The path of a list, such as masters/cust-shipto-prod-price' }),
    filters: open('The filters of the list, which say which rows'),
    change: maybe(open('Fields that all rows get, with their values')),
    formula: formulaPart,
    from: date({ optional: true, hint: 'Rows in force end the day before; their successors begin' }),
    why: text({ max: 300, optional: true, hint: 'Kept in the history of each row' }),
  },
  answer: job,
  example: {
    resource: 'masters/cust-shipto-prod-price',
    filters: {},
    formula: { field: 'netPrice', by: 'PERCENT', value: 500, step: 50, way: 'NEAREST' },
    from: '2027-04-01',
  },
})
export type AskedRoundStart = BodyOf<typeof startRound>

const sheet = fileOf('text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
const file = { room, who: 'signed in', answer: sheet } as const
const errorsFile = { ...file, summary: 'The rejected rows with the faults beside them' }
const sentFile = { ...file, summary: 'The file as it was sent' }

export const downloadErrors = command('GET imports/{id}/errors', errorsFile)
export const downloadErrorsAsText = command('GET imports/{id}/errors.csv', errorsFile)
export const downloadErrorsAsWorkbook = command('GET imports/{id}/errors.xlsx', errorsFile)
export const downloadSent = command('GET imports/{id}/file', sentFile)
export const downloadSentAsText = command('GET imports/{id}/file.csv', sentFile)
export const downloadSentAsWorkbook = command('GET imports/{id}/file.xlsx', sentFile)

const fault = pick(importJobError.fields, ['rowNo', 'columnName', 'value', 'errorCode', 'message'])
/** What is wrong with a cell or a row of a file; `value` is null for people who may not read the cells. */
export type ImportFault = Read<typeof fault>

export const listFaults = command('GET import-errors', {
  room,
  summary: 'The faults of the rows of an import',
  who: 'signed in',
  body: { importJobId: id, ...page },
  answer: { ...counted, data: many({ id, ...fault }, { most: MOST_ROWS }) },
})

const judged = pick(importJobRow.fields, ['rowNo', 'verdict', 'rowKey'])
const said = maybe(text({ max: 4_000, hint: 'How people read the row that the value refers to' }))
const change = { field: text(), before: json(), after: json(), beforeText: said, afterText: said }
const ends = {
  from: date(),
  was: date({ hint: 'The day it ended until now' }),
  until: maybe(date({ hint: 'Null where it becomes inactive' })),
  next: group(
    { rowNo: count, changes: many(change, { most: MOST_COLUMNS }) },
    { optional: true, hint: 'The row of the file that takes its place, in the fields that differ' },
  ),
}
const warning = { field: text(), code: text({ max: 40 }), message: text({ max: 500 }) }

export const listRows = command('GET import-rows', {
  room,
  summary: 'The result of each row of an import, in the order of the file',
  who: 'signed in',
  body: { importJobId: id, verdict: choice([...IMPORT_VERDICTS, 'WARNED'], { optional: true }), ...page },
  answer: {
    ...counted,
    data: many(
      {
        id,
        ...judged,
        entityId: maybe(id),
        changes: many(change, { most: MOST_COLUMNS }),
        ends: group(ends, { optional: true, hint: 'Of a dated row that the import ends' }),
        warnings: many(warning, { most: MOST_COLUMNS }),
        errors: many(fault, { most: MOST_COLUMNS }),
      },
      { most: MOST_ROWS },
    ),
  },
})
/** A row of a file as it was judged, with the fields that change. */
export type JudgedRow = AnswerOf<typeof listRows>['data'][number]

export const takeImportStep = command('POST import-steps', {
  room,
  summary: 'Checks with selected columns, goes back to them, saves, cancels or rolls back an import',
  who: 'signed in',
  // The work begins once the step is saved.
  does: 'each',
  body: either(
    {
      step: tag('heading'),
      importId: id,
      headingRow: integer({ hint: 'The row of the headings, or the first of two' }),
      headingRows: integer({ min: 1, max: 2, default: 1 }),
    },
    {
      step: tag('check'),
      importId: id,
      mapping: many(columnKeys, { most: MOST_COLUMNS }),
      leaveOutTotals: flag({ hint: 'Rows that look like totals of the others are left out' }),
      leaveOutHidden: flag({ hint: 'Rows that the workbook hides are left out' }),
      words: many(
        {
          column: text({ max: 100, hint: 'The key of a column of choices' }),
          word: text({ max: 120, hint: 'A value as the file has it' }),
          option: maybe(text({ max: 100, hint: 'What it means; null where its rows are refused' })),
        },
        { most: 500, optional: true },
      ),
      dayOrder,
    },
    { step: tag('columns'), importId: id },
    {
      step: tag('commit'),
      importId: id,
      confirm: text({ max: 20, optional: true, hint: 'How many rows a sync will close, as it was typed' }),
      skipBadRows: flag({ hint: 'Leaves the rejected rows out, whatever the upload said' }),
      why: text({ max: 500, optional: true, hint: 'Required where new rows begin before today' }),
    },
    { step: tag('cancel'), importId: id },
    {
      step: tag('rollback'),
      importId: id,
      leaveOut: flag({ hint: 'Rows that were edited since, or are in use, stay as they are' }),
    },
  ),
  answer: job,
  refusals: { NOT_ALLOWED_STATE: [409, 'the import has no such step now'] },
  example: { importId: 12, step: 'commit' },
})
export type AskedImportStep = BodyOf<typeof takeImportStep>
