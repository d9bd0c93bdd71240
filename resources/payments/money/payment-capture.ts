import { partnerRoles, payments } from '../../access.ts'
import { customer } from '../../access-control/customer.ts'
import { action } from '../../define/action.ts'
import { choice, date, flag, instant, integer, money, reference, text } from '../../define/fields.ts'
import { statusField } from '../../define/process/states.ts'
import { type Row, record } from '../../define/resource.ts'
import { paymentAccount } from '../../settings/payment-account.ts'
import { user } from '../../settings/user.ts'
import { paymentTransaction } from '../payment-transaction.ts'
import { clearingRequests, clearingWords, paymentModes, postingStates, postingWords } from '../payment-words.ts'
import { withinPayments } from '../scopes.ts'
import { captureFits, captureSources, captureStates, fitWords } from './capture-states.ts'
import { paymentAttempt } from './payment-attempt.ts'

/** What only our own people read of a capture. */
const forStaff = { hiddenFrom: partnerRoles } as const

/** Captures that SAP has not posted. */
const unposted = { postingStatus: ['QUEUED', 'STUCK'] } as const

/**
 * What a gateway took for a payment. Its amount is allocated to items, on account, on its way back, or unresolved:
 * amount + chargebacks won = live allocations + unresolved.
 */
export const paymentCapture = record({
  path: 'transaction-view/payment-captures',
  name: 'payment-capture',
  title: 'Payment Captures',
  purpose: 'What gateways took from payers.',
  fields: {
    transactionId: reference(paymentTransaction, { label: 'Transaction' }),
    attemptId: reference(paymentAttempt, { optional: true, label: 'Attempt', ...forStaff }),
    customerId: reference(customer),
    accountId: reference(paymentAccount, { label: 'Payment account' }),
    gatewayTxnId: text({ max: 40, label: 'Gateway reference' }),
    amount: money({ min: 0 }),
    currency: text({ max: 3, default: 'INR' }),
    capturedAt: instant({ label: 'Captured' }),
    seenVia: choice(captureSources, { label: 'Known by', ...forStaff }),
    bankRefNo: text({ max: 40, optional: true, label: 'Bank reference' }),
    mode: choice(paymentModes, { optional: true, label: 'Mode' }),
    chargesAmount: money({ min: 0, optional: true, label: 'Gateway charges' }),
    fit: choice(captureFits, { label: 'Fits', words: { staff: fitWords, buyer: {} }, ...forStaff }),
    status: statusField(captureStates),
    returnedAmount: money({ default: 0, label: 'Returned' }),
    unresolvedAmount: money({ min: 0, default: 0, label: 'To decide' }),
    ownerId: reference(user, { optional: true, audience: 'staff', label: 'Decided by', ...forStaff }),
    decideBy: date({ optional: true, label: 'Decide by' }),
    receiptNo: text({ max: 14, optional: true, unique: true, label: 'Receipt' }),
    settlementDate: date({ optional: true, label: 'Settled on', ...forStaff }),
    settlementRef: text({ max: 40, optional: true, label: 'UTR', ...forStaff }),
    sapReference: text({ max: 16, unique: true, label: 'Reference in SAP', ...forStaff }),
    postingStatus: choice(postingStates, {
      default: 'NOT_DUE',
      label: 'In SAP',
      words: { staff: postingWords, buyer: {} },
      ...forStaff,
    }),
    postingText: text({ audience: 'staff', max: 500, optional: true, label: 'Why not in SAP', ...forStaff }),
    sapAccountingDoc: text({ max: 10, optional: true, label: 'SAP document' }),
    sapFiscalYear: text({ max: 4, optional: true, label: 'Fiscal year' }),
    postedAt: instant({ optional: true, label: 'Posted' }),
    clearingRequest: choice(clearingRequests, {
      default: 'NONE',
      label: 'Clearing in SAP',
      words: { staff: clearingWords, buyer: {} },
      ...forStaff,
    }),
    clearingText: text({ audience: 'staff', max: 500, optional: true, label: 'Clearing note', ...forStaff }),
    sapClearingDoc: text({ max: 10, optional: true, label: 'Clearing document' }),
    namedSapDoc: text({
      max: 10,
      optional: true,
      label: 'Document named',
      ...forStaff,
    }),
    namedSapYear: text({ max: 4, optional: true, label: 'Year of the document named', ...forStaff }),
    namedById: reference(user, { optional: true, audience: 'staff', label: 'Named by', ...forStaff }),
  },
  key: ['accountId', 'gatewayTxnId'],
  display: ['gatewayTxnId'],
  leads: ['customerId', 'amount', 'status', 'capturedAt', 'transactionId'],
  list: [
    'transactionId',
    'customerId',
    'amount',
    'fit',
    'status',
    'unresolvedAmount',
    'decideBy',
    'ownerId',
    'postingStatus',
    'capturedAt',
    'receiptNo',
  ],
  filters: ['status', 'fit', 'isToDecide', 'postingStatus', 'accountId', 'customerId', 'capturedAt'],
  totals: ['amount', 'returnedAmount', 'unresolvedAmount'],
  computed: {
    daysSinceCaptured: integer({ label: 'Days since captured' }),
    isToDecide: flag({ tones: { true: 'wait' }, label: 'To decide' }),
    isStuck: flag({
      tones: { true: 'bad' },
      label: 'Stuck',
      ...forStaff,
    }),
  },
  search: ['gatewayTxnId', 'receiptNo', 'sapAccountingDoc', 'bankRefNo'],
  sort: ['-id'],
  indexes: [['transactionId'], ['customerId'], ['postingStatus', 'capturedAt'], ['capturedAt'], ['settlementRef']],
  actions: {
    retryPosting: action({ label: 'Post again', letter: 'A', on: 'each', when: unposted }),
    retryClearing: action({
      label: 'Clear again',
      letter: 'A',
      on: 'each',
      when: { postingStatus: ['POSTED', 'MANUAL'], clearingRequest: ['QUEUED', 'DONE', 'STUCK'] },
    }),
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
      confirm: 'It is then not sent to SAP any more.',
    }),
  },
  access: payments,
  openIf: [{ postingStatus: ['QUEUED', 'STUCK'] }, { unresolvedAmount: { not: 0 } }],
  within: withinPayments,
})

export type PaymentCapture = Row<typeof paymentCapture>
