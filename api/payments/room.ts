import type { Knex } from 'knex'
import { dailyTotals } from '../../resources/payments/daily-totals.ts'
import { paymentCapture } from '../../resources/payments/money/payment-capture.ts'
import { paymentDifference } from '../../resources/payments/payment-difference.ts'
import { paymentSettlementRow } from '../../resources/payments/payment-settlement-row.ts'
import { paymentTask } from '../../resources/payments/payment-task.ts'
import { paymentTransaction } from '../../resources/payments/payment-transaction.ts'
import { refund } from '../../resources/payments/refund.ts'
import { bankLine } from '../../resources/payments/settlement/bank-line.ts'
import { paymentTransfer as bankTransfer } from '../../resources/payments/settlement/payment-transfer.ts'
import { differenceAdvice } from '../../resources/payments/settlement-words.ts'
import { tdsCertificate } from '../../resources/payments/tds/tds-certificate.ts'
import { paymentAccount } from '../../resources/settings/payment-account.ts'
import { settings } from '../../resources/settings/settings.ts'
import { bankShapes, bankStatementSheet } from '../../resources/uploads/bank-statement.ts'
import { settlementSheet } from '../../resources/uploads/settlement.ts'
import { settlementShapes } from '../../resources/uploads/settlement-shapes.ts'
import type { Room } from '../derive/define-room.ts'
import { type ComputedColumn, extend } from '../derive/extend.ts'
import { stepActions } from '../derive/process/step-actions.ts'
import { attachPapers } from '../mail/send-mail.ts'
import { now } from '../platform/clock.ts'
import { daysBetween, hoursBetween, indianDay, secondsBetween } from '../platform/sql-words.ts'
import { sendToSap } from '../sap/sending/send-messages.ts'
import { attachedBankLine } from './bank/bank-line-steps.ts'
import { importStatement, linesOfDay } from './bank/import-statement.ts'
import { expireCarts } from './cart/expire-carts.ts'
import { closePaymentTasks } from './close-task.ts'
import { mailMoneyWaiting } from './digest/mail-money-waiting.ts'
import { alertOfHeldOrders } from './held-orders.ts'
import { clearPayments } from './posting/clear-payments.ts'
import { notifyCustomer } from './posting/mail-failure.ts'
import { sapBook } from './posting/posted-in-sap.ts'
import {
  confirmPosted,
  markPosted,
  readConfirmedDocument,
  readNamedDocument,
  retryPosting,
} from './posting/posting-actions.ts'
import {
  confirmReturnPosted,
  markReturnPosted,
  readConfirmedReturn,
  readNamedReturn,
  retryReturnPosting,
} from './posting/return-actions.ts'
import { paymentClearing, retryClearing } from './posting/settle-clearing.ts'
import { paymentPosting, paymentTransfer, returnPosting } from './posting/settle-posting.ts'
import { returnReversal } from './posting/settle-return.ts'
import { receiptPdfFile } from './receipts/receipt-pdf.ts'
import { paymentBook } from './reconcile-payments.ts'
import { askRefunds } from './refunds/ask-refunds.ts'
import { attachedRefund } from './refunds/refund-process.ts'
import { askDuePayments } from './results/ask-due-payments.ts'
import { unsignedInADay } from './results/count-unsigned.ts'
import { settlementBook } from './settlement/check-settlements.ts'
import { dailyTotalsQuery } from './settlement/daily-totals.ts'
import { attachedDifference } from './settlement/differences.ts'
import { importSettlement, settledTogether } from './settlement/import-settlement.ts'
import { askAboutSettled } from './settlement/match-again.ts'
import { compareSettlements } from './settlement/nightly-settlements.ts'
import { chargesPosting, postFees, postFeesAgain } from './settlement/post-fees.ts'
import { tdsBook } from './tds/check-tds.ts'
import { recountAllTds } from './tds/recount-tds.ts'
import { remindOfTds } from './tds/remind-of-tds.ts'
import { tdsColumns } from './tds/tds-columns.ts'
import { attachedTds } from './tds/tds-process.ts'

/** Whole days from the Indian day of an instant of the row to the business day; null while the row has none. */
const daysSince =
  (column: string): ComputedColumn =>
  (db, of, day) =>
    db.raw(daysBetween(db, '?', indianDay(db, '?')), [day, of(column)])

/** Whole days for which a task was open: until the Indian day on which it was done, else until the business day. */
const taskDaysOpen: ComputedColumn = (db, of, day) => {
  const dayOf = indianDay(db, '?')
  return db.raw(daysBetween(db, `coalesce(${dayOf}, ?)`, dayOf), [of('doneAt'), day, of('createdAt')])
}

/** Whole days for which a difference was open, until two people closed it, else until the business day. */
const differenceDaysOpen: ComputedColumn = (db, of, day) =>
  db.raw(daysBetween(db, 'coalesce(?, ?)', indianDay(db, '?')), [of('closedOn'), day, of('createdAt')])

/** Whole hours from an instant of the row to now. */
const hoursSince =
  (column: string): ComputedColumn =>
  (db, of) =>
    db.raw(hoursBetween(db, '?', '?'), [now(), of(column)])

/** Whether rupees of a capture have no place yet. */
const isToDecide: ComputedColumn = (db, of) => db.raw('case when ? > 0 then 1 else 0 end', [of('unresolvedAmount')])

/** Whether SAP refused to post or clear a capture, or has left it waiting for `sap.stuck_minutes`. */
const isStuck: ComputedColumn = (db, of) => db.raw(...stuckWhere(db, name => of(name)))

/** Whether a capture of the payment is stuck. */
const isStuckPayment: ComputedColumn = (db, of) => {
  const [condition, bindings] = stuckWhere(db, name => db.ref(`payment_capture.${name}`))
  return db.raw(
    `case when exists (select 1 from payment_capture where payment_capture.transactionId = ? and (${condition}) = 1) then 1 else 0 end`,
    [of('id'), ...bindings],
  )
}

function stuckWhere(
  db: Knex,
  of: (column: string) => Knex.Ref<string, object> | Knex.Raw,
): [string, Knex.RawBinding[]] {
  const set = db('app_setting').where({ key: 'sap.stuck_minutes', isActive: 1 }).select('value').limit(1)
  const minutes = db.raw('coalesce((?), ?)', [set, settings['sap.stuck_minutes'].standard])
  const waited = (since: string) => db.raw(`${secondsBetween(db, '?', '?')} > 60 * ?`, [now(), of(since), minutes])
  const lateMove = db('sap_outbox')
    .where({ ownerType: 'CAPTURE', ownerId: of('id') })
    .whereIn('messageType', ['PAYMENT_TRANSFER', 'REFUND_POST', 'REFUND_REVERSE'])
    .whereIn('status', ['READY', 'RETRY', 'SENDING'])
    .whereRaw(db.raw(`${secondsBetween(db, '?', '?')} > 60 * ?`, [now(), db.ref('sap_outbox.createdAt'), minutes]))
    .select(db.raw('1'))
  return [
    `case when ? = 'STUCK' or exists ? or (? = 'QUEUED' and ?)
      or (? in ('POSTED', 'MANUAL') and (? = 'STUCK' or (? = 'QUEUED' and ?)))
    then 1 else 0 end`,
    [
      ...[of('postingStatus'), lateMove, of('postingStatus'), waited('capturedAt')],
      ...[of('postingStatus'), of('clearingRequest'), of('clearingRequest'), waited('postedAt')],
    ],
  ]
}

/** Whole days from the settlement of a transfer until the bank had it, else until the business day. */
const transferDaysWaiting: ComputedColumn = (db, of, day) =>
  db.raw(daysBetween(db, 'coalesce(?, ?)', '?'), [of('receivedOn'), day, of('settlementDate')])

/** Whole days since the bank had a line whose transfer is not found; null for all others. */
const bankLineDaysOpen: ComputedColumn = (db, of, day) =>
  db.raw(`case when ? in ('UNKNOWN', 'OFFERED') then ${daysBetween(db, '?', '?')} end`, [
    ...[of('status'), day, of('valueDate')],
  ])

/** What Finance does about a difference, by its kind. */
const whatToDo: ComputedColumn = (db, of) => {
  const advice = Object.entries(differenceAdvice)
  return db.raw(`case ? ${advice.map(() => 'when ? then ?').join(' ')} end`, [of('kind'), ...advice.flat()])
}

extend(paymentTransaction, {
  computed: {
    daysSincePaid: daysSince('paidAt'),
    daysSinceStarted: daysSince('createdAt'),
    hoursSinceStarted: hoursSince('createdAt'),
    isStuck: isStuckPayment,
  },
  actions: { notifyCustomer },
})
extend(paymentCapture, {
  computed: { daysSinceCaptured: daysSince('capturedAt'), isToDecide, isStuck },
  actions: { retryPosting, retryClearing, markPosted, confirmPosted },
  beforeActions: { markPosted: readNamedDocument, confirmPosted: readConfirmedDocument },
})
extend(paymentAccount, { computed: { unsignedPosts: unsignedInADay } })
extend(paymentTask, { actions: { close: closePaymentTasks }, computed: { daysOpen: taskDaysOpen } })
extend(paymentSettlementRow, {
  upload: {
    sheet: settlementSheet,
    says: ['gateway', 'accountId', 'settlementDate', 'settlementRef'],
    shapes: settlementShapes,
    wordsBy: 'accountId',
    mayRepeat: true,
    groupBy: settledTogether,
    save: importSettlement,
  },
})
extend(bankLine, {
  upload: {
    sheet: bankStatementSheet,
    says: ['bankAccountId'],
    shapes: bankShapes,
    wordsBy: 'bankAccountId',
    mayRepeat: true,
    groupBy: linesOfDay,
    save: importStatement,
  },
  actions: stepActions(attachedBankLine, 'confirmMatch', 'setAside'),
  computed: { daysOpen: bankLineDaysOpen },
})
extend(bankTransfer, { computed: { daysWaiting: transferDaysWaiting }, actions: { postFees: postFeesAgain } })
extend(dailyTotals, { query: dailyTotalsQuery })
extend(refund, {
  actions: {
    ...stepActions(
      attachedRefund,
      ...(['confirmRefund', 'reject', 'enterDone', 'confirmDone', 'sendByHand', 'bounce', 'acknowledge'] as const),
    ),
    retryPosting: retryReturnPosting,
    markPosted: markReturnPosted,
    confirmPosted: confirmReturnPosted,
  },
  beforeActions: { markPosted: readNamedReturn, confirmPosted: readConfirmedReturn },
})
extend(paymentDifference, {
  actions: stepActions(attachedDifference, 'close', 'confirmClosing', 'keepOpen'),
  computed: { daysOpen: differenceDaysOpen, toDo: whatToDo },
})

extend(tdsCertificate, {
  computed: tdsColumns,
  actions: stepActions(
    attachedTds,
    ...(['say', 'confirmSaid', 'declineSaid', 'enter', 'writeOff', 'confirmWriteOff', 'keepOpen'] as const),
  ),
})

attachPapers('receiptPdf', receiptPdfFile)
sendToSap({
  PAYMENT_POST: paymentPosting,
  PAYMENT_TRANSFER: paymentTransfer,
  CHARGES_POST: chargesPosting,
  PAYMENT_CLEAR: paymentClearing,
  REFUND_POST: returnPosting,
  REFUND_REVERSE: returnReversal,
})

/** Online payments, from the cart to their receipt, posting and settlement. */
export const paymentRoom: Room = {
  serves: () => import('./serve.ts'),
  books: [paymentBook, sapBook, settlementBook, tdsBook],
  nightly: () => [
    { name: 'due-payments', everyMinutes: 1, work: askDuePayments },
    { name: 'due-refunds', everyMinutes: 1, work: askRefunds },
    { name: 'payments-cleared-in-sap', everyMinutes: 5, work: clearPayments },
    { name: 'held-orders', at: '05:40', work: alertOfHeldOrders },
    { name: 'expired-carts', at: '00:50', work: expireCarts },
    { name: 'settled-but-not-paid', everyMinutes: 1, work: askAboutSettled },
    { name: 'settlements', at: '04:15', work: compareSettlements },
    { name: 'tds-expected', at: '00:40', work: recountAllTds },
    { name: 'tds-reminders', at: '05:25', work: remindOfTds },
    { name: 'charges-of-gateways', at: '04:45', work: postFees },
    { name: 'money-waiting', at: '05:50', work: mailMoneyWaiting },
  ],
}
