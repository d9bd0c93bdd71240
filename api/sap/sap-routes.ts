import { choice, flag, instant, text } from '../../resources/define/fields.ts'
import type { SapPause, SapStatus } from '../../resources/platform/sap-status.ts'
import { type SapReadStatus, sapSyncRun } from '../../resources/platform/sap-sync-run.ts'
import { answerOf, anything, bodyOf, listOf, orNull, type Routes } from '../derive/docs/route.ts'
import { readable } from './serve-reads.ts'

const TAG = 'Readings from SAP'

/** What other programs may ask of the portal's dealings with SAP. */
export const sapRoutes: Routes = {
  'GET read-data-from-sap': {
    tag: TAG,
    summary: 'For each kind of document whether it can be read, its last success, and whether it is read now',
    answer: listOf(
      answerOf<SapReadStatus>({
        object: sapSyncRun.fields.object,
        isRead: flag(),
        lastOkAt: orNull(instant()),
        isRunning: flag(),
      }),
    ),
    isFor: ({ ability }) => ability.can('read', sapSyncRun.path),
  },
  'POST read-data-from-sap': {
    tag: TAG,
    summary: 'Reads at once what changed, everything, or one order',
    body: bodyOf({
      object: choice(readable),
      mode: choice(['DELTA', 'FULL'], { default: 'DELTA' }),
      filterCode: text({ max: 12, optional: true, hint: 'Our number of an order, to read that one' }),
    }),
    answer: anything('The run, or of one order what came in sentences'),
    refusals: {
      409: 'SYNC_RUNNING: a reading is running; NOT_ALLOWED_STATE: SAP does not know the order yet',
      429: 'TOO_MANY: ten single readings in a minute',
      503: 'BUSY: SAP is not connected',
    },
    isFor: ({ ability }) => ability.can('approve', sapSyncRun.path),
    examples: { body: { object: 'ORDER_STATUS', filterCode: 'OR2627000123' } },
  },
  'GET sap-standing': {
    tag: TAG,
    summary: 'Whether messages go to SAP now, and how old its data are',
    answer: answerOf<SapStatus>({
      isConnected: flag(),
      pauses: listOf(answerOf<SapPause>({ process: text(), until: instant() })),
      ordersAt: orNull(instant()),
      invoicesAt: orNull(instant()),
      stockAt: orNull(instant()),
    }),
    isFor: ({ userType }) => userType === 'EMPLOYEE',
  },
}
