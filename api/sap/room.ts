import { sapSending } from '../../resources/platform/sap-sending.ts'
import { sapSyncRun } from '../../resources/platform/sap-sync-run.ts'
import type { Room } from '../derive/define-room.ts'
import { extend } from '../derive/extend.ts'
import { sapHasOrder } from '../orders/sap/ask-sap.ts'
import { cancelRead } from './cancel-read.ts'
import { readClearedInvoices } from './documents/cleared-invoices.ts'
import { readAwaitedInvoices } from './documents/read-awaited-invoices.ts'
import { rereadOpenOrders } from './documents/reread-open-orders.ts'
import { sapUploads } from './files/sap-files.ts'
import { callSap } from './sap-connection.ts'
import { pauseSending, resumeSending, trySendingNow } from './sending/pause.ts'

sapHasOrder.answerBy((db, sapOrderNo) => callSap(db, sap => sap.salesOrderExists(sapOrderNo)))

extend(sapSending, { actions: { pause: pauseSending, resume: resumeSending, tryNow: trySendingNow } })
extend(sapSyncRun, { actions: { cancel: cancelRead }, uploads: sapUploads })

/** The dealings with SAP. */
export const sapRoom: Room = {
  serves: () => import('./serve.ts'),
  nightly: () => [
    { name: 'invoices-awaited-from-sap', everyMinutes: 5, work: readAwaitedInvoices },
    { name: 'open-orders-in-sap', everyMinutes: 60, work: rereadOpenOrders },
    { name: 'invoices-cleared-in-sap', at: '02:30', work: readClearedInvoices },
  ],
}
