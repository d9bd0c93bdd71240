import { partnerRoles, refunds } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { action } from '../define/action.ts'
import { choice, date, file, instant, integer, money, reference, text } from '../define/fields.ts'
import { openWhile, statusField } from '../define/process/states.ts'
import { stepAction } from '../define/process/step-action.ts'
import { type Row, record } from '../define/resource.ts'
import { user } from '../settings/user.ts'
import { paymentCapture } from './money/payment-capture.ts'
import { paymentTransaction } from './payment-transaction.ts'
import { refundProcess } from './refund-process.ts'
import { withinRefunds } from './scopes.ts'
import { refundKinds, refundWays } from './settlement-words.ts'

/** What only our own people read of a refund. */
const forStaff = { hiddenFrom: partnerRoles } as const

const kind = choice(refundKinds, {
  default: 'REFUND',
  words: {
    staff: { CHARGEBACK_WON: 'Chargeback won back', AUTO_REFUND: 'Refunded by the gateway' },
    buyer: {},
  },
})
const how = choice(refundWays, {
  default: 'API',
  label: 'Sent by',
  words: {
    staff: { API: 'Asking the gateway', HAND: 'Bank transfer by hand', GATEWAY: 'The gateway itself' },
    buyer: {},
  },
})
/** Returns that SAP has not posted. */
const unposted = { postingStatus: ['QUEUED', 'STUCK'] } as const
const amount = money({ min: 0.01 })
const proof = { sentFor: 'REFUND', accept: '.pdf,.png,.jpg', label: 'Proof' } as const

/**
 * Money of a capture that goes back to the payer, or came back from their bank: proposed by one person of Finance and
 * confirmed by another, or done by the gateway and noted by two. Only what is settled has gone back.
 */
export const refund = record({
  path: 'transaction-view/payment-refunds',
  name: 'refund',
  title: 'Payment Refunds',
  purpose: 'Money that goes back to payers.',
  fields: {
    refundNo: text({ max: 16, unique: true, label: 'Refund' }),
    captureId: reference(paymentCapture, { label: 'Capture' }),
    transactionId: reference(paymentTransaction, { label: 'Transaction' }),
    customerId: reference(customer),
    kind,
    how,
    amount,
    status: statusField(refundProcess),
    reason: text({ audience: 'staff', max: 255, label: 'Why', ...forStaff }),
    gatewayRequestId: text({ max: 40, optional: true, label: 'Request at the gateway' }),
    eventId: text({
      max: 40,
      optional: true,
      label: 'Event of the gateway',
    }),
    bankArn: text({
      max: 40,
      optional: true,
      label: 'Bank reference',
      hint: 'ARN or UTR, by which the payer finds it',
    }),
    expectedBy: date({ optional: true, label: 'Expected by' }),
    askedAt: instant({ optional: true, label: 'Asked' }),
    acceptedAt: instant({ optional: true, label: 'Accepted' }),
    settledAt: instant({ optional: true, label: 'Settled' }),
    failedText: text({ audience: 'staff', max: 255, optional: true, label: 'Why it was refused', ...forStaff }),
    nextAskAt: instant({ optional: true, label: 'Asked again at', ...forStaff }),
    askCount: integer({ min: 0, default: 0, label: 'Times asked', ...forStaff }),
    proofId: file({ ...proof, optional: true, ...forStaff }),
    doneReference: text({
      max: 40,
      optional: true,
      label: 'Reference entered',
      ...forStaff,
    }),
    doneOn: date({ optional: true, label: 'Refunded on', ...forStaff }),
    doneById: reference(user, { optional: true, audience: 'staff', label: 'Marked done by', ...forStaff }),
    proposedById: reference(user, { optional: true, audience: 'staff', label: 'Proposed by', ...forStaff }),
    confirmedById: reference(user, { optional: true, audience: 'staff', label: 'Decided by', ...forStaff }),
    notedById: reference(user, { optional: true, audience: 'staff', label: 'Noted by', ...forStaff }),
    rejectReason: text({ audience: 'staff', max: 255, optional: true, label: 'Why it was rejected', ...forStaff }),
    postingStatus: choice(['NOT_DUE', 'QUEUED', 'POSTED', 'STUCK', 'MANUAL', 'REVERSED'], {
      default: 'NOT_DUE',
      label: 'In SAP',
      ...forStaff,
    }),
    postingText: text({ audience: 'staff', max: 500, optional: true, label: 'Why not in SAP', ...forStaff }),
    sapDoc: text({ max: 10, optional: true, label: 'SAP document' }),
    sapYear: text({ max: 4, optional: true, label: 'Year in SAP' }),
    namedSapDoc: text({
      max: 10,
      optional: true,
      label: 'Document named',
    }),
    namedSapYear: text({ max: 4, optional: true, label: 'Year of the document named' }),
    namedById: reference(user, { optional: true, audience: 'staff', label: 'Named by' }),
  },
  key: ['refundNo'],
  list: [
    'refundNo',
    'transactionId',
    'customerId',
    'kind',
    'how',
    'amount',
    'status',
    'expectedBy',
    'bankArn',
    'postingStatus',
    'createdAt',
  ],
  filters: ['status', 'kind', 'how', 'customerId', 'createdAt'],
  totals: ['amount'],
  search: ['refundNo', 'eventId', 'gatewayRequestId', 'bankArn', 'sapDoc'],
  sort: ['-id'],
  indexes: [['status', 'nextAskAt'], ['captureId', 'kind', 'eventId'], ['transactionId'], ['customerId'], ['proofId']],
  actions: {
    confirmRefund: stepAction(refundProcess, 'confirmRefund', {
      on: 'each',
      confirm: 'The money then goes back to the payer.',
    }),
    retryPosting: action({ label: 'Post again', letter: 'A', on: 'each', when: unposted }),
    markPosted: action({
      label: 'Mark posted',
      letter: 'A',
      on: 'each',
      when: unposted,
      inputsPerRow: true,
      inputs: {
        sapDoc: text({ max: 10, format: 'sapNumber', label: 'SAP document' }),
        sapYear: text({ min: 4, max: 4, format: 'digits', label: 'Fiscal year' }),
      },
    }),
    confirmPosted: action({
      label: 'Confirm document',
      letter: 'A',
      on: 'each',
      when: { ...unposted, namedSapDoc: { not: null } },
      confirm: 'It is then not sent to SAP any more.',
    }),
    reject: stepAction(refundProcess, 'reject', {
      on: 'each',
      inputs: { reason: text({ max: 255, label: 'Why not' }) },
    }),
    enterDone: stepAction(refundProcess, 'enterDone', {
      on: 'each',
      inputsPerRow: true,
      inputs: {
        doneReference: text({
          max: 40,
          label: 'Reference',
          hint: 'UTR, or that of the gateway’s console',
        }),
        doneOn: date({ label: 'Refunded on' }),
        proofId: file(proof),
      },
      confirm: 'Another person of Finance has to confirm it.',
    }),
    confirmDone: stepAction(refundProcess, 'confirmDone', {
      on: 'each',
      when: { doneReference: { not: null } },
      confirm: 'The payer is told that the money is back.',
    }),
    sendByHand: stepAction(refundProcess, 'sendByHand', {
      on: 'each',
      confirm: 'Transfer the amount, then enter its reference.',
    }),
    bounce: stepAction(refundProcess, 'bounce', {
      on: 'each',
      when: { how: ['API', 'HAND'] },
      inputs: {
        failedText: text({
          max: 255,
          label: 'Why it came back',
          hint: 'SAP reverses it',
        }),
      },
    }),
    acknowledge: stepAction(refundProcess, 'acknowledge', {
      on: 'each',
      when: { how: 'GATEWAY', confirmedById: null },
    }),
  },
  access: refunds,
  openIf: openWhile(refundProcess),
  within: withinRefunds,
})

export type Refund = Row<typeof refund>
