import { paymentDecisions } from '../../access.ts'
import { action } from '../../define/action.ts'
import { choice, date, integer, money, reference, text } from '../../define/fields.ts'
import { type Row, record } from '../../define/resource.ts'
import { paymentAccount } from '../../settings/payment-account.ts'
import { bankStates, bankStateWords, feePostings } from './bank-words.ts'

/** What a gateway paid to the bank under one UTR: the sums of its settlement rows, and whether the bank received it. */
export const paymentTransfer = record({
  path: 'transaction-view/transfers',
  name: 'payment-transfer',
  title: 'Transfers to the Bank',
  purpose: 'What gateways paid to the bank by UTR, with commission and GST.',
  fields: {
    accountId: reference(paymentAccount, { label: 'Payment account' }),
    utr: text({ max: 40, label: 'UTR' }),
    settlementDate: date({ label: 'Settled on' }),
    grossAmount: money({ label: 'Gross' }),
    feeAmount: money({ label: 'Commission', hint: 'Kept by the gateway, rentals and charges included' }),
    taxAmount: money({ label: 'GST on commission' }),
    netAmount: money({ label: 'Net' }),
    saidAmount: money({
      optional: true,
      label: 'Total in the file',
      hint: 'What the file says that the bank received',
    }),
    bankState: choice(bankStates, {
      default: 'WAITING',
      label: 'Bank',
      words: { staff: bankStateWords, buyer: {} },
      tones: { RECEIVED: 'ok', LATE: 'calm', MISSING: 'bad' },
    }),
    receivedOn: date({ optional: true, label: 'Received on' }),
    feePosting: choice(feePostings, { default: 'NOT_DUE', label: 'Charges in SAP' }),
    feeText: text({ audience: 'staff', max: 500, optional: true, label: 'Why not in SAP' }),
    sapDoc: text({ max: 10, optional: true, label: 'SAP document' }),
    sapYear: text({ max: 4, optional: true, label: 'Year in SAP' }),
  },
  key: ['accountId', 'utr'],
  display: ['utr'],
  list: [
    'settlementDate',
    'accountId',
    'utr',
    'grossAmount',
    'feeAmount',
    'taxAmount',
    'netAmount',
    'bankState',
    'receivedOn',
    'daysWaiting',
    'feePosting',
  ],
  computed: {
    daysWaiting: integer({
      label: 'Days at the bank',
    }),
  },
  filters: ['bankState', 'accountId', 'settlementDate', 'feePosting'],
  totals: ['grossAmount', 'feeAmount', 'taxAmount', 'netAmount'],
  search: ['utr', 'sapDoc'],
  sort: ['-id'],
  indexes: [['settlementDate'], ['bankState', 'netAmount'], ['utr']],
  actions: {
    postFees: action({
      label: 'Post charges again',
      letter: 'A',
      on: 'each',
      when: { feePosting: ['STUCK'] },
    }),
  },
  access: paymentDecisions,
  openIf: { bankState: ['WAITING', 'MISSING'] },
})

export type PaymentTransfer = Row<typeof paymentTransfer>
