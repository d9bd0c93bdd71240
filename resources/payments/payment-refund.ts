import { paymentDecisions } from '../access.ts'
import { choice, date, file, integer, money, reference, text } from '../define/fields.ts'
import { statusField } from '../define/process/states.ts'
import { stepAction } from '../define/process/step-action.ts'
import { type Row, record } from '../define/resource.ts'
import { user } from '../settings/user.ts'
import { paymentTransaction } from './payment-transaction.ts'
import { refundProcess } from './refund-process.ts'
import { refundKinds } from './settlement-words.ts'

const kind = choice(refundKinds, { default: 'REFUND', hint: 'A chargeback is taken back by the payer’s bank' })
const amount = money({ min: 0.01 })
const gatewayReference = text({ max: 40, label: 'Reference', hint: 'The refund or the case at the gateway' })
const refundedOn = date({ label: 'Refunded on' })
const proof = { sentFor: 'REFUND', accept: '.pdf,.png,.jpg', label: 'Proof' } as const

/**
 * Money of a payment that went back to the payer, proposed by one person of Finance and confirmed by another. The
 * posting is reversed by hand in SAP, and the open items of the payment are not freed by it.
 */
export const paymentRefund = record({
  path: 'transaction-view/payment-refunds',
  name: 'payment-refund',
  title: 'Payment Refunds',
  purpose:
    'Refunds to payers. Reverse the posting in SAP manually: a refund does not reopen items or reverse postings.',
  fields: {
    transactionId: reference(paymentTransaction, { label: 'Transaction' }),
    kind,
    amount,
    reference: gatewayReference,
    releasedNo: integer({
      marker: true,
      min: 0,
      default: 0,
      label: 'Number released',
      hint: '0 while it holds its reference; its own id once it is rejected, so that the reference can be used again',
    }),
    refundedOn,
    proofId: file(proof),
    reason: text({ max: 255, label: 'Why' }),
    status: statusField(refundProcess),
    proposedById: reference(user, { audience: 'staff', label: 'Proposed by' }),
    confirmedById: reference(user, { optional: true, audience: 'staff', label: 'Decided by' }),
    rejectReason: text({ max: 255, optional: true, label: 'Why it was rejected' }),
    fiReversalDoc: text({
      max: 10,
      format: 'sapNumber',
      optional: true,
      label: 'SAP reversal',
      hint: 'The document by which accounting reversed the posting by hand; open items are freed there',
    }),
  },
  key: ['transactionId', 'kind', 'reference', 'releasedNo'],
  display: ['reference', 'kind'],
  list: [
    'transactionId',
    'transactionId.customerId',
    'kind',
    'amount',
    'reference',
    'refundedOn',
    'status',
    'proposedById',
    'confirmedById',
    'fiReversalDoc',
  ],
  filters: ['status', 'kind', 'refundedOn'],
  totals: ['amount'],
  search: ['reference', 'fiReversalDoc'],
  sort: ['-id'],
  indexes: [['status'], ['refundedOn'], ['proofId']],
  actions: {
    propose: stepAction(refundProcess, 'propose', {
      on: 'list',
      inputs: {
        transactionId: reference(paymentTransaction, { label: 'Transaction', where: { status: 'SUCCESS' } }),
        kind,
        amount,
        reference: gatewayReference,
        refundedOn,
        proofId: file(proof),
        reason: text({ max: 255, label: 'Why' }),
      },
      confirm:
        'It counts once another person of Finance confirms it. Reverse the posting in SAP manually: no open item is reopened here.',
    }),
    confirmRefund: stepAction(refundProcess, 'confirmRefund', {
      on: 'each',
      confirm: 'Compare it with the proof. Another person than you must have entered it.',
    }),
    reject: stepAction(refundProcess, 'reject', { on: 'each', inputs: { reason: text({ max: 255 }) } }),
    enterReversal: stepAction(refundProcess, 'enterReversal', {
      on: 'each',
      inputsPerRow: true,
      inputs: { fiReversalDoc: text({ max: 10, format: 'sapNumber', label: 'SAP reversal' }) },
    }),
  },
  access: paymentDecisions,
})

export type PaymentRefund = Row<typeof paymentRefund>
