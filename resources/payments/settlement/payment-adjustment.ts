import { paymentBooks } from '../../access.ts'
import { choice, date, money, reference, text } from '../../define/fields.ts'
import { type Row, record } from '../../define/resource.ts'
import { paymentAccount } from '../../settings/payment-account.ts'
import { paymentSettlementRow } from '../payment-settlement-row.ts'
import { adjustmentKinds } from '../settlement-words.ts'

/** What a gateway kept or gave beside payments: a rental, a charge, its tax, or what corrects an earlier transfer. */
export const paymentAdjustment = record({
  path: 'transaction-view/payment-adjustments',
  name: 'payment-adjustment',
  title: 'Gateway Adjustments',
  purpose: 'Rentals, charges, taxes and corrections of gateways.',
  fields: {
    accountId: reference(paymentAccount, { label: 'Payment account' }),
    eventId: text({ max: 40, optional: true, label: 'Event' }),
    kind: choice(adjustmentKinds, { words: { staff: { FEE: 'Charge', TAX: 'GST', OTHER: 'Other' }, buyer: {} } }),
    amount: money({ hint: 'Net; negative for what the gateway keeps' }),
    utr: text({ max: 40, label: 'UTR' }),
    settlementDate: date({ label: 'Settled on' }),
    settlementRowId: reference(paymentSettlementRow, { unique: true, label: 'Settlement row' }),
    sapDoc: text({ max: 10, optional: true, label: 'SAP document' }),
  },
  key: ['settlementRowId'],
  display: ['kind', 'utr'],
  list: ['settlementDate', 'accountId', 'kind', 'eventId', 'amount', 'utr', 'sapDoc'],
  filters: ['kind', 'accountId', 'settlementDate'],
  totals: ['amount'],
  search: ['eventId', 'utr', 'sapDoc'],
  sort: ['-id'],
  indexes: [['settlementDate'], ['accountId', 'utr']],
  access: paymentBooks,
})

export type PaymentAdjustment = Row<typeof paymentAdjustment>
