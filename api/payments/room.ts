import { dailyTotals } from '../../resources/payments/daily-totals.ts'
import { paymentDifference } from '../../resources/payments/payment-difference.ts'
import { paymentRefund } from '../../resources/payments/payment-refund.ts'
import { paymentSettlementRow } from '../../resources/payments/payment-settlement-row.ts'
import { paymentTask } from '../../resources/payments/payment-task.ts'
import { paymentTransaction } from '../../resources/payments/payment-transaction.ts'
import { settings } from '../../resources/settings/settings.ts'
import { settlementSheet } from '../../resources/uploads/settlement.ts'
import type { Room } from '../derive/define-room.ts'
import { type ComputedColumn, extend } from '../derive/extend.ts'
import { stepActions } from '../derive/process/step-actions.ts'
import { attachPapers } from '../mail/send-mail.ts'
import { now } from '../platform/clock.ts'
import { secondsBetween } from '../platform/sql-words.ts'
import { sendToSap } from '../sap/sending/send-messages.ts'
import { daysSince, differenceDaysOpen, hoursSince, taskDaysOpen } from './ages.ts'
import { expireCarts } from './cart/expire-carts.ts'
import { closePaymentTasks } from './close-task.ts'
import { clearPayments } from './posting/clear-payments.ts'
import { notifyCustomer } from './posting/mail-failure.ts'
import { confirmPosted, markPosted, retryPosting } from './posting/posting-actions.ts'
import { readConfirmedDocument, readNamedDocument } from './posting/read-document.ts'
import { paymentClearing } from './posting/send-clearing.ts'
import { paymentPosting } from './posting/send-payment.ts'
import { retryClearing } from './posting/settle-clearing.ts'
import { receiptPdfFile } from './receipts/receipt-pdf.ts'
import { paymentBook } from './reconcile-payments.ts'
import { attachedRefund, proposeRefund } from './refunds/refund-process.ts'
import { askDuePayments } from './results/ask-due-payments.ts'
import { settlementBook } from './settlement/check-settlements.ts'
import { dailyTotalsQuery } from './settlement/daily-totals.ts'
import { attachedDifference } from './settlement/differences.ts'
import { importSettlement, settledTogether } from './settlement/import-settlement.ts'
import { compareSettlements } from './settlement/nightly-settlements.ts'

/** Whether SAP refused to post or clear a payment that was made, or has left it waiting for `sap.stuck_minutes`. */
const isStuck: ComputedColumn = (db, of) => {
  const set = db('app_setting').where({ key: 'sap.stuck_minutes', isActive: 1 }).select('value').limit(1)
  const minutes = db.raw('coalesce((?), ?)', [set, settings['sap.stuck_minutes'].standard])
  const waited = (since: string) => db.raw(`${secondsBetween(db, '?', '?')} > 60 * ?`, [now(), of(since), minutes])
  return db.raw(
    `case when ? = 'SUCCESS' and (
      ? = 'STUCK' or (? = 'QUEUED' and ?)
      or (? in ('POSTED', 'MANUAL') and (? = 'STUCK' or (? = 'QUEUED' and ?)))
    ) then 1 else 0 end`,
    [
      ...[of('status'), of('postingStatus'), of('postingStatus'), waited('paidAt')],
      ...[of('postingStatus'), of('clearingRequest'), of('clearingRequest'), waited('postedAt')],
    ],
  )
}

extend(paymentTransaction, {
  computed: {
    daysSincePaid: daysSince('paidAt'),
    daysSinceStarted: daysSince('createdAt'),
    hoursSinceStarted: hoursSince('createdAt'),
    isStuck,
  },
  actions: { notifyCustomer, retryPosting, retryClearing, markPosted, confirmPosted },
  beforeActions: { markPosted: readNamedDocument, confirmPosted: readConfirmedDocument },
})
extend(paymentTask, { actions: { close: closePaymentTasks }, computed: { daysOpen: taskDaysOpen } })
extend(paymentSettlementRow, {
  upload: { sheet: settlementSheet, groupBy: settledTogether, save: importSettlement },
})
extend(dailyTotals, { query: dailyTotalsQuery })
extend(paymentRefund, {
  actions: { propose: proposeRefund, ...stepActions(attachedRefund, 'confirmRefund', 'reject', 'enterReversal') },
})
extend(paymentDifference, {
  actions: stepActions(attachedDifference, 'close', 'confirmClosing', 'keepOpen'),
  computed: { daysOpen: differenceDaysOpen },
})

attachPapers('receiptPdf', receiptPdfFile)
sendToSap({ PAYMENT_POST: paymentPosting, PAYMENT_CLEAR: paymentClearing })

/** Online payments, from the cart to their receipt, posting and settlement. */
export const paymentRoom: Room = {
  serves: () => import('./serve.ts'),
  books: [paymentBook, settlementBook],
  nightly: () => [
    { name: 'due-payments', everyMinutes: 1, work: askDuePayments },
    { name: 'payments-cleared-in-sap', everyMinutes: 5, work: clearPayments },
    { name: 'expired-carts', at: '00:50', work: expireCarts },
    { name: 'settlements', at: '04:15', work: compareSettlements },
  ],
}
