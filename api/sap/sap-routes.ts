import { choice, decimal, flag, instant, integer, text } from '../../resources/define/fields.ts'
import type { SapRunError, SapRunErrors } from '../../resources/platform/sap-run-errors.ts'
import type { SapStatus } from '../../resources/platform/sap-status.ts'
import { type SapReadStatus, type SapRunState, sapSyncRun } from '../../resources/platform/sap-sync-run.ts'
import { answerOf, anything, bodyOf, listOf, orNull, type Routes } from '../derive/docs/route.ts'
import { readableObjects } from './pulls.ts'

const TAG = 'Readings from SAP'
const run = sapSyncRun.fields

/** What other programs may ask of the portal's dealings with SAP. */
export const sapRoutes: Routes = {
  'GET masters/read-data-from-sap': {
    tag: TAG,
    summary: 'For each kind of object its last readings, and when it is read next automatically',
    answer: listOf(
      answerOf<SapReadStatus>({
        object: run.object,
        lastOkAt: orNull(instant()),
        watermark: orNull(instant()),
        lastRun: orNull(
          answerOf<SapRunState>({
            id: integer(),
            rowVersion: integer(),
            mode: run.mode,
            status: run.status,
            startedAt: run.startedAt,
            finishedAt: orNull(instant()),
            rowsTotal: orNull(integer()),
            rowsRead: integer(),
            rowsCreated: integer(),
            rowsUpdated: integer(),
            rowsFailed: integer(),
            rowsSkipped: integer(),
            errorClass: orNull(text()),
            errorText: orNull(text()),
          }),
        ),
        durations: listOf(decimal({ scale: 1 })),
        waitingRows: integer(),
        nextAt: answerOf({ delta: orNull(instant()), full: orNull(instant()) }),
      }),
    ),
    isFor: ({ ability }) => ability.can('read', sapSyncRun.path),
  },
  'POST masters/read-data-from-sap': {
    tag: TAG,
    summary: 'Queues a reading of what changed or of everything, or reads one row or order at once',
    body: bodyOf({
      object: choice(['ALL', ...readableObjects]),
      mode: choice(['DELTA', 'FULL'], { default: 'DELTA' }),
      filterCode: text({ max: 40, optional: true, hint: 'Our number of an order, or the code of a row' }),
    }),
    answer: anything('The queued run, or of one row or order what came in sentences'),
    refusals: {
      409: 'SYNC_RUNNING: a reading waits or runs; NOT_ALLOWED_STATE: SAP does not know the order yet',
      429: 'TOO_MANY: ten single readings in a minute',
      503: 'BUSY: SAP is not connected',
    },
    isFor: ({ ability }) => ability.can('approve', sapSyncRun.path),
    examples: { body: { object: 'ORDER_STATUS', filterCode: 'OR2627000123' } },
  },
  'GET sap-run-errors': {
    tag: TAG,
    summary: 'The first 200 rows that a reading from SAP could not save, and how many there are',
    query: { runId: integer({ min: 1 }) },
    answer: answerOf<SapRunErrors>({
      total: integer(),
      data: listOf(
        answerOf<SapRunError>({
          id: integer(),
          rowNo: integer(),
          sapKey: orNull(text()),
          column: orNull(text()),
          code: text(),
          message: text(),
        }),
      ),
    }),
    isFor: ({ ability }) => ability.can('read', sapSyncRun.path),
  },
  'GET sheets/sap-errors': {
    tag: TAG,
    summary: 'What a reading from SAP could not save, as CSV',
    query: { runId: integer({ min: 1 }) },
    media: ['text/csv'],
    isFor: ({ ability }) => ability.can('read', sapSyncRun.path),
  },
  'GET sap-status': {
    tag: TAG,
    summary: 'Whether messages go to SAP now, and how old its data are',
    answer: answerOf<SapStatus>({
      isConnected: flag(),
      pausedUntil: orNull(instant()),
      pausedBy: orNull(
        answerOf<NonNullable<SapStatus['pausedBy']>>({
          name: orNull(text()),
          since: instant(),
          reason: orNull(text()),
        }),
      ),
      ordersAt: orNull(instant()),
      invoicesAt: orNull(instant()),
      stockAt: orNull(instant()),
      pricesAt: orNull(instant()),
    }),
    isFor: ({ userType }) => userType === 'EMPLOYEE',
  },
}
