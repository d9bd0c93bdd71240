import { partnerRoles, payments } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { action } from '../define/action.ts'
import { choice, date, flag, instant, integer, money, reference, text } from '../define/fields.ts'
import { openWhile, statusField } from '../define/process/states.ts'
import { type Row, record } from '../define/resource.ts'
import { paymentAccount } from '../settings/payment-account.ts'
import { user } from '../settings/user.ts'
import { paymentCart } from './payment-cart.ts'
import { paymentStates } from './payment-states.ts'
import {
  callbackKinds,
  clearingRequests,
  clearingWords,
  gateways,
  paymentModes,
  postingStates,
  postingWords,
} from './payment-words.ts'
import { withinPayments } from './scopes.ts'

/** What only our own people read of a payment. */
const forStaff = { hiddenFrom: partnerRoles } as const

/** Payments that SAP has not posted. */
const unposted = { status: 'SUCCESS', postingStatus: ['QUEUED', 'STUCK'] } as const

/** Payments that SAP has posted and not cleared, though it was asked to. */
const uncleared = {
  status: 'SUCCESS',
  postingStatus: ['POSTED', 'MANUAL'],
  clearingRequest: ['QUEUED', 'DONE', 'STUCK'],
} as const

/** A payment from checkout to its clearing in SAP. Σ allocations + unallocated amount = amount. */
export const paymentTransaction = record({
  path: 'transaction-view/transactions-view',
  name: 'payment-transaction',
  title: 'Transactions View',
  purpose: 'The payments of the customers: what was paid, through which gateway, and whether SAP has it.',
  fields: {
    txnNo: text({ max: 20, unique: true, label: 'Transaction' }),
    customerId: reference(customer),
    userId: reference(user, { audience: 'staff', label: 'Paid by' }),
    cartId: reference(paymentCart, { optional: true, label: 'Cart' }),
    accountId: reference(paymentAccount, { label: 'Payment account', ...forStaff }),
    gateway: choice(gateways),
    companyCode: text({ max: 4, label: 'Company code' }),
    amount: money({ min: 1 }),
    currency: text({ max: 3, default: 'INR' }),
    isAdvance: flag({ label: 'Advance' }),
    unallocatedAmount: money({ default: 0, label: 'On account', hint: 'The part of the amount that settles no item' }),
    refundedAmount: money({ min: 0, default: 0, label: 'Refunded' }),
    status: statusField(paymentStates),
    postingStatus: choice(postingStates, {
      default: 'NOT_DUE',
      label: 'In SAP',
      words: { staff: postingWords, buyer: {} },
      ...forStaff,
    }),
    postingText: text({ audience: 'staff', max: 500, optional: true, label: 'Why not in SAP', ...forStaff }),
    clearingRequest: choice(clearingRequests, {
      default: 'NONE',
      label: 'Clearing in SAP',
      hint: 'Cleared once the items read from SAP show it',
      words: { staff: clearingWords, buyer: {} },
      ...forStaff,
    }),
    clearingText: text({ audience: 'staff', max: 500, optional: true, label: 'Clearing note', ...forStaff }),
    gatewayTxnId: text({ max: 40, optional: true, label: 'Gateway reference' }),
    bankRefNo: text({ max: 40, optional: true, label: 'Bank reference' }),
    paymentMode: choice(paymentModes, { optional: true, label: 'Mode' }),
    chargesAmount: money({
      min: 0,
      optional: true,
      label: 'Gateway charges',
      hint: 'What the gateway charged the payer on top',
    }),
    gatewayStatus: text({ max: 40, optional: true, label: 'Gateway message', ...forStaff }),
    failureCode: text({ max: 40, optional: true, label: 'Failure code' }),
    failureText: text({ audience: 'readers', max: 255, optional: true, label: 'Why it failed' }),
    signatureOk: flag({ label: 'Signature valid', ...forStaff }),
    amountOk: flag({ default: true, label: 'Amount matches', ...forStaff }),
    confirmedVia: choice(callbackKinds, { optional: true, label: 'Confirmed by', ...forStaff }),
    initiatedAt: instant({ optional: true, label: 'Gateway opened' }),
    paidAt: instant({ optional: true, label: 'Paid' }),
    receiptNo: text({ max: 14, optional: true, unique: true, label: 'Receipt' }),
    settlementDate: date({ optional: true, label: 'Settled on', ...forStaff }),
    settlementRef: text({ max: 40, optional: true, label: 'UTR', ...forStaff }),
    sapAccountingDoc: text({ max: 10, optional: true, label: 'SAP document' }),
    sapFiscalYear: text({ max: 4, optional: true, label: 'Fiscal year' }),
    postedAt: instant({ optional: true, label: 'Posted' }),
    sapClearingDoc: text({ max: 10, optional: true, label: 'Clearing document' }),
    namedSapDoc: text({
      max: 10,
      optional: true,
      label: 'Document named',
      hint: 'Posted in SAP by hand; takes effect once another person confirms it',
      ...forStaff,
    }),
    namedSapYear: text({ max: 4, optional: true, label: 'Year of the document named', ...forStaff }),
    namedById: reference(user, { optional: true, audience: 'staff', label: 'Named by', ...forStaff }),
    idempotencyKey: text({ max: 64, secret: true }),
    requestHash: text({
      max: 64,
      secret: true,
      hint: 'The same key with another cart is refused',
    }),
    pollCount: integer({ min: 0, default: 0, label: 'Times asked', ...forStaff }),
    nextPollAt: instant({ optional: true, label: 'Asked again at', ...forStaff }),
  },
  key: ['txnNo'],
  display: ['txnNo'],
  leads: ['customerId', 'amount', 'status', 'paidAt', 'txnNo', 'createdAt'],
  list: ['txnNo', 'customerId', 'amount', 'gateway', 'status', 'postingStatus', 'paidAt', 'receiptNo', 'createdAt'],
  filters: ['status', 'postingStatus', 'customerId', 'gateway', 'paidAt'],
  totals: ['amount'],
  computed: {
    daysSincePaid: integer({ label: 'Days since paid' }),
    hoursSinceStarted: integer({ label: 'Age in hours', hint: 'Whole hours since the payer checked out' }),
    daysSinceStarted: integer({ label: 'Age in days' }),
    isStuck: flag({
      tones: { true: 'bad' },
      label: 'Stuck',
      hint: 'SAP refused to post or clear it, or has left it waiting for sap.stuck_minutes',
      ...forStaff,
    }),
  },
  search: ['txnNo', 'gatewayTxnId', 'receiptNo', 'sapAccountingDoc', 'bankRefNo'],
  sort: ['-id'],
  indexes: [
    ['customerId', 'status'],
    ['userId', 'idempotencyKey'],
    ['status', 'nextPollAt'],
    ['postingStatus', 'paidAt'],
    ['accountId', 'gatewayTxnId'],
    ['paidAt'],
    ['cartId'],
  ],
  actions: {
    notifyCustomer: action({
      label: 'Mail the customer',
      letter: 'A',
      on: 'each',
      when: { status: ['FAILED', 'CANCELLED'] },
      confirm: 'The payer gets a mail that the payment failed, and may try again.',
    }),
    retryPosting: action({ label: 'Post again', letter: 'A', on: 'each', when: unposted }),
    retryClearing: action({ label: 'Clear again', letter: 'A', on: 'each', when: uncleared }),
    markPosted: action({
      label: 'Mark posted',
      letter: 'A',
      on: 'each',
      when: unposted,
      inputsPerRow: true,
      inputs: {
        sapAccountingDoc: text({ max: 10, format: 'sapNumber', label: 'SAP document' }),
        sapFiscalYear: text({ min: 4, max: 4, format: 'digits', label: 'Fiscal year' }),
      },
    }),
    confirmPosted: action({
      label: 'Confirm document',
      letter: 'A',
      on: 'each',
      when: { ...unposted, namedSapDoc: { not: null } },
      confirm: 'Is this payment posted in SAP under the document named? It is then not sent any more.',
    }),
  },
  access: payments,
  openIf: [openWhile(paymentStates), { status: 'SUCCESS', postingStatus: ['QUEUED', 'STUCK'] }],
  within: withinPayments,
})

export type PaymentTransaction = Row<typeof paymentTransaction>
