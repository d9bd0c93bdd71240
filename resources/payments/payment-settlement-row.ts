import { settlementFiles } from '../access.ts'
import { choice, date, money, reference, text } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { paymentAccount } from '../settings/payment-account.ts'
import { paymentCapture } from './money/payment-capture.ts'
import { paymentTransaction } from './payment-transaction.ts'
import { refund } from './refund.ts'
import { settlementKinds } from './settlement-words.ts'

/** A row of a gateway's settlement file: what it paid out for a payment, or took back, and what it kept. */
export const paymentSettlementRow = record({
  path: 'transaction-view/settlement-rows',
  name: 'payment-settlement-row',
  title: 'Settlement Rows',
  purpose: 'Rows of the settlement files.',
  fields: {
    accountId: reference(paymentAccount, { label: 'Payment account' }),
    gatewayTxnId: text({ max: 40, optional: true, label: 'Gateway reference' }),
    txnNo: text({ max: 20, optional: true, label: 'Transaction named' }),
    kind: choice(settlementKinds, { default: 'SALE' }),
    eventId: text({
      max: 40,
      optional: true,
      label: 'Event',
      hint: 'The gateway’s own id of it',
    }),
    rowKey: text({
      max: 160,
      default: '-',
      label: 'Known by',
      hint: 'Its event, else its place among equals of its UTR',
    }),
    grossAmount: money({ label: 'Gross', hint: 'Negative for what was taken back' }),
    feeAmount: money({ default: 0, label: 'Fee', hint: 'Kept by the gateway' }),
    taxAmount: money({ default: 0, label: 'Tax on the fee' }),
    netAmount: money({ label: 'Net', hint: 'The gross amount less fee and tax' }),
    settlementDate: date({ label: 'Settled on' }),
    settlementRef: text({ max: 40, label: 'UTR', hint: 'The reference of the transfer to the bank' }),
    bankAmount: money({ optional: true, label: 'Received by the bank', hint: 'The total amount of this UTR' }),
    transactionId: reference(paymentTransaction, { optional: true, label: 'Transaction' }),
    captureId: reference(paymentCapture, { optional: true, label: 'Capture' }),
    refundId: reference(refund, { optional: true, label: 'Refund' }),
  },
  key: ['accountId', 'kind', 'rowKey'],
  display: ['settlementRef', 'gatewayTxnId'],
  list: [
    'settlementDate',
    'accountId',
    'kind',
    'gatewayTxnId',
    'eventId',
    'transactionId',
    'grossAmount',
    'feeAmount',
    'taxAmount',
    'netAmount',
    'settlementRef',
  ],
  filters: ['settlementDate', 'accountId', 'kind', 'settlementRef'],
  totals: ['grossAmount', 'feeAmount', 'taxAmount', 'netAmount'],
  search: ['gatewayTxnId', 'txnNo', 'settlementRef', 'eventId'],
  sort: ['-id'],
  indexes: [['settlementDate'], ['accountId', 'settlementRef'], ['transactionId'], ['captureId'], ['refundId']],
  access: settlementFiles,
})

export type PaymentSettlementRow = Row<typeof paymentSettlementRow>
