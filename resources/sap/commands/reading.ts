import { type AnswerOf, type BodyOf, command, fileOf, may, ofType } from '../../define/command.ts'
import { choice, decimal, flag, instant, integer, text } from '../../define/fields.ts'
import { pick } from '../../define/pick.ts'
import { about, group, many, maybe, open } from '../../define/shape.ts'
import { importJobError } from '../../platform/imports/import-job-error.ts'
import { sapObjectNames } from '../../platform/sap-objects.ts'
import type { SapAnswer } from '../../platform/sap-status.ts'
import { type SapSyncRun, sapSyncRun } from '../../platform/sap-sync-run.ts'

const room = 'Readings from SAP'
const id = integer({ min: 1 })
const at = instant({ optional: true })
const reader = may(sapSyncRun, 'read')
const { object, mode, filterCode } = sapSyncRun.fields

const lastRun = {
  id,
  rowVersion: id,
  ...pick(sapSyncRun.fields, ['mode', 'status', 'startedAt', 'finishedAt', 'rowsTotal', 'rowsRead', 'rowsCreated']),
  ...pick(sapSyncRun.fields, ['rowsUpdated', 'rowsFailed', 'rowsSkipped', 'errorClass', 'errorText']),
}

export const showReadings = command('GET masters/read-data-from-sap', {
  room,
  summary: 'For each kind of object its last readings, and when it is read next automatically',
  who: reader,
  answer: many(
    {
      object,
      lastOkAt: about('When the last reading ended that took over at least some rows', at),
      watermark: about('Up to which change in SAP has been read', at),
      lastRun: group(lastRun, { optional: true, hint: 'The latest reading of all its rows, which may wait or run' }),
      durations: many(decimal({ scale: 1, hint: 'In seconds' }), {
        most: 20,
        hint: 'How long the last readings took, oldest first',
      }),
      waitingRows: integer({ min: 0, hint: 'Rows that wait until what they name has been read' }),
      nextAt: group({ delta: at, full: at }),
    },
    { most: 12 },
  ),
})
export type SapReadStatus = AnswerOf<typeof showReadings>[number]
export type SapRunState = NonNullable<SapReadStatus['lastRun']>

export const readFromSap = command('POST masters/read-data-from-sap', {
  room,
  summary: 'Queues a reading of what changed or of everything, or reads one row or order at once',
  who: may(sapSyncRun, 'approve'),
  does: 'each',
  body: {
    object: choice(['ALL', ...(Object.keys(sapObjectNames) as SapSyncRun['object'][])]),
    mode,
    filterCode: about('Our number of an order, or the code of a row', filterCode),
  },
  answer: open<SapSyncRun | SapAnswer>('The queued run, or of one row or order what came in sentences'),
  refusals: {
    SYNC_RUNNING: [409, 'a reading waits or runs'],
    NOT_ALLOWED_STATE: [409, 'SAP does not know the order yet'],
    RATE_LIMITED: [429, 'ten single readings in a minute'],
  },
  example: { object: 'ORDER_STATUS', mode: 'DELTA', filterCode: 'OR2627000123' },
})
export type AskedReading = BodyOf<typeof readFromSap>

const { rowNo, value, columnName, errorCode, message } = importJobError.fields

export const showRunErrors = command('GET sap-run-errors', {
  room,
  summary: 'The first 200 rows that a reading from SAP could not save, and how many there are',
  who: reader,
  body: { runId: id },
  answer: {
    total: integer({ min: 0 }),
    data: many(
      {
        id,
        rowNo,
        sapKey: about('Its number or code in SAP', value),
        column: columnName,
        code: errorCode,
        message,
      },
      { most: 200 },
    ),
  },
})

export const saveRunErrors = command('GET sheets/sap-errors', {
  room,
  summary: 'What a reading from SAP could not save, as CSV',
  who: reader,
  body: { runId: id },
  answer: fileOf('text/csv'),
})

export const showSapStatus = command('GET sap-status', {
  room,
  summary: 'Whether messages go to SAP now, and how old its data are',
  who: ofType('EMPLOYEE'),
  answer: {
    isConnected: flag(),
    pausedUntil: about('Until when nothing is sent after too many failures in a row; null while messages go out', at),
    pausedBy: group(
      { name: maybe(text()), since: instant(), reason: maybe(text()) },
      { optional: true, hint: 'Who paused the sending, since when and why; null unless a person did' },
    ),
    ordersAt: about('When the status of orders was last read from SAP', at),
    invoicesAt: at,
    stockAt: about('The age of the stock by which plants are selected', at),
    pricesAt: about('When list prices were last read from SAP; null where they came otherwise', at),
  },
})
export type SapStatus = AnswerOf<typeof showSapStatus>
