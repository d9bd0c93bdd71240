import { paymentBooks } from '../access.ts'
import { choice, flag, instant, json, reference, text } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { paymentAccount } from '../settings/payment-account.ts'
import { paymentTransaction } from './payment-transaction.ts'
import { callbackKinds, callbackResults } from './payment-words.ts'

/** What a gateway sent or answered, as it came but for names, cards and UPI ids, which are masked. Nothing is changed in it. */
export const paymentCallback = record({
  path: 'payment-callbacks',
  name: 'payment-callback',
  title: 'Gateway Callbacks',
  purpose: 'All messages from the payment gateways and their results.',
  fields: {
    accountId: reference(paymentAccount, { label: 'Payment account' }),
    kind: choice(callbackKinds),
    txnNo: text({ max: 40, optional: true, label: 'Transaction named' }),
    transactionId: reference(paymentTransaction, { optional: true, label: 'Transaction' }),
    payloadSha256: text({ max: 64, label: 'SHA-256' }),
    payload: json({ hint: 'Without names; cards by their last four digits' }),
    signatureOk: flag({ label: 'Signature valid' }),
    remoteIp: text({ max: 45, optional: true, label: 'From' }),
    processedAt: instant({ optional: true, label: 'Processed' }),
    result: choice(callbackResults, { optional: true }),
  },
  key: ['accountId', 'kind', 'payloadSha256'],
  display: ['txnNo', 'kind'],
  list: ['createdAt', 'accountId', 'kind', 'txnNo', 'signatureOk', 'result', 'processedAt'],
  filters: ['kind', 'result', 'signatureOk'],
  search: ['txnNo'],
  sort: ['-id'],
  indexes: [['transactionId'], ['processedAt']],
  access: paymentBooks,
})

export type PaymentCallback = Row<typeof paymentCallback>
