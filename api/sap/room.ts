import { sapSending } from '../../resources/platform/sap-sending.ts'
import { type SapSyncRun, sapSyncRun } from '../../resources/platform/sap-sync-run.ts'
import type { Room } from '../derive/define-room.ts'
import { type ActionHandler, extend } from '../derive/extend.ts'
import { updateRow } from '../derive/save/write.ts'
import { creationWarnings } from '../orders/holds/said-elsewhere.ts'
import { sapHasOrder } from '../orders/sap/mark-created.ts'
import { now } from '../platform/clock.ts'
import { readClearedInvoices } from './documents/cleared-invoices.ts'
import { readAwaitedDeliveries } from './documents/read-awaited-deliveries.ts'
import { readAwaitedInvoices } from './documents/read-awaited-invoices.ts'
import { rereadOpenOrders } from './documents/reread-open-orders.ts'
import { sapUploads } from './files/sap-files.ts'
import { warningsOfCreation } from './orders/warnings-of-order.ts'
import { callSap } from './sap-connection.ts'
import { pauseSending, resumeSending, trySendingNow } from './sending/pause.ts'

/** Cancels a reading: one that has not begun ends at once, one that runs after the rows it is saving. */
const cancelRead: ActionHandler = async (trx, { rows, person, author }) => {
  const run = rows[0] as unknown as SapSyncRun
  if (run.status === 'RUNNING') return void (await updateRow(trx, sapSyncRun, run, { cancelledAt: now() }, author))
  const ended = {
    status: 'FAILED' as const,
    finishedAt: now(),
    errorClass: 'CANCELLED',
    errorText: `Cancelled by ${person.name}`,
  }
  await updateRow(trx, sapSyncRun, run, ended, author)
}

sapHasOrder.answerBy((db, sapOrderNo, isFree) => callSap(db, sap => sap.salesOrderExists(sapOrderNo, isFree)))

creationWarnings.answerBy(warningsOfCreation)

extend(sapSending, { actions: { pause: pauseSending, resume: resumeSending, tryNow: trySendingNow } })
extend(sapSyncRun, { actions: { cancel: cancelRead }, uploads: sapUploads })

/** The dealings with SAP. */
export const sapRoom: Room = {
  serves: () => import('./serve.ts'),
  nightly: () => [
    { name: 'invoices-awaited-from-sap', everyMinutes: 5, work: readAwaitedInvoices },
    { name: 'deliveries-named-by-invoices', everyMinutes: 5, work: readAwaitedDeliveries },
    { name: 'open-orders-in-sap', everyMinutes: 60, work: rereadOpenOrders },
    { name: 'invoices-cleared-in-sap', at: '02:30', work: readClearedInvoices },
  ],
}
