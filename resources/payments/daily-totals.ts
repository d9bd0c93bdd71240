import { paymentBooks } from '../access.ts'
import { choice, date, integer, money, reference } from '../define/fields.ts'
import { report } from '../define/report.ts'
import { paymentAccount } from '../settings/payment-account.ts'
import { gateways } from './payment-words.ts'

/**
 * What gateways took in rupees on each day, and how far SAP and they have it. Succeeded = settled + not yet due + open
 * difference + closed difference, to the paisa.
 */
export const dailyTotals = report({
  name: 'daily-totals',
  path: 'transaction-view/daily-totals',
  title: 'Daily Payment Totals',
  purpose: 'Payments per day and account: paid, posted in SAP and settled by the gateways.',
  fields: {
    paidOn: date({ label: 'Paid on' }),
    accountId: reference(paymentAccount, { label: 'Payment account' }),
    gateway: choice(gateways),
    payments: integer({ label: 'Captures', hint: 'What gateways took in rupees; a payment may have several' }),
    succeeded: money({ label: 'Succeeded' }),
    posted: money({ label: 'In SAP', hint: 'Posted, also by hand; the rest waits for SAP' }),
    settled: money({ label: 'Settled', hint: 'The gateway settled the whole amount' }),
    notYetDue: money({ label: 'Not yet due', hint: 'The payment is not settled yet, within three working days' }),
    openDifference: money({ label: 'Open difference', hint: 'The payment was not settled, or with another amount' }),
    closedDifference: money({ label: 'Closed difference', hint: 'The payment was not settled; two people closed it' }),
    refunded: money({ label: 'Returned', hint: 'Back with the payers, by refunds and chargebacks' }),
  },
  display: ['paidOn', 'accountId'],
  list: [
    'paidOn',
    'accountId',
    'payments',
    'succeeded',
    'posted',
    'settled',
    'notYetDue',
    'openDifference',
    'closedDifference',
    'refunded',
  ],
  filters: ['paidOn', 'accountId', 'gateway'],
  totals: ['payments', 'succeeded', 'posted', 'settled', 'notYetDue', 'openDifference', 'closedDifference', 'refunded'],
  search: [],
  sort: ['-paidOn', '-id'],
  period: { field: 'paidOn', opens: 'last-31-days' },
  access: paymentBooks,
})
