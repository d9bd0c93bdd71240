import { partnerRoles, payments } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { action } from '../define/action.ts'
import { choice, date, flag, instant, integer, money, reference, text } from '../define/fields.ts'
import { openWhile, statusField } from '../define/process/states.ts'
import { type Row, record } from '../define/resource.ts'
import { paymentAccount } from '../settings/payment-account.ts'
import { user } from '../settings/user.ts'
import { captureSources } from './money/capture-states.ts'
import { paymentCart } from './payment-cart.ts'
import { paymentStates } from './payment-states.ts'
import { gateways, paymentModes, postingStates, postingWords } from './payment-words.ts'
import { withinPayments } from './scopes.ts'

/** What only our own people read of a payment. */
const forStaff = { hiddenFrom: partnerRoles } as const

/** What a payer set out to pay, from checkout on. What gateways took for it are its captures; its sums follow from them. */
export const paymentTransaction = record({
  path: 'transaction-view/transactions-view',
  name: 'payment-transaction',
  title: 'Transactions View',
  purpose: 'The payments of the customers, their gateway and SAP.',
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
    advanceAmount: money({ default: 0, label: 'Paid ahead' }),
    capturedAmount: money({ min: 0, default: 0, label: 'Captured' }),
    unallocatedAmount: money({
      default: 0,
      label: 'On account',
      hint: 'The part of what was taken that settles no item',
    }),
    unresolvedAmount: money({ min: 0, default: 0, label: 'To decide' }),
    refundedAmount: money({ default: 0, label: 'Refunded' }),
    status: statusField(paymentStates),
    postingStatus: choice(postingStates, {
      default: 'NOT_DUE',
      label: 'In SAP',
      words: { staff: postingWords, buyer: {} },
      ...forStaff,
    }),
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
    confirmedVia: choice(captureSources, { optional: true, label: 'Confirmed by', ...forStaff }),
    initiatedAt: instant({ optional: true, label: 'Gateway opened' }),
    lockUntil: instant({
      optional: true,
      label: 'Invoices held until',
      hint: 'Until the gateway says whether it is paid',
    }),
    overdueSince: instant({
      optional: true,
      label: 'Overdue since',
      ...forStaff,
    }),
    paidAt: instant({ optional: true, label: 'Paid' }),
    receiptNo: text({ max: 14, optional: true, unique: true, label: 'Receipt' }),
    settlementDate: date({ optional: true, label: 'Settled on', ...forStaff }),
    settlementRef: text({ max: 40, optional: true, label: 'UTR', ...forStaff }),
    idempotencyKey: text({ max: 64, secret: true }),
    requestHash: text({
      max: 64,
      secret: true,
    }),
  },
  key: ['txnNo'],
  leads: ['customerId', 'amount', 'status', 'paidAt', 'txnNo', 'createdAt'],
  list: ['txnNo', 'customerId', 'amount', 'gateway', 'status', 'postingStatus', 'paidAt', 'receiptNo', 'createdAt'],
  filters: ['status', 'postingStatus', 'customerId', 'gateway', 'paidAt'],
  totals: ['amount'],
  computed: {
    daysSincePaid: integer({ label: 'Days since paid' }),
    hoursSinceStarted: integer({ label: 'Age in hours' }),
    daysSinceStarted: integer({ label: 'Age in days' }),
    isStuck: flag({
      tones: { true: 'bad' },
      label: 'Stuck',
      ...forStaff,
    }),
  },
  search: ['txnNo', 'gatewayTxnId', 'receiptNo', 'bankRefNo'],
  sort: ['-id'],
  indexes: [
    ['customerId', 'status'],
    ['userId', 'idempotencyKey'],
    ['status'],
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
      confirm: 'The payer gets a mail that it failed.',
    }),
  },
  access: payments,
  openIf: [openWhile(paymentStates), { postingStatus: ['QUEUED', 'STUCK'] }],
  within: withinPayments,
})

export type PaymentTransaction = Row<typeof paymentTransaction>
