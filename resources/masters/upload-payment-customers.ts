import { receivables } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { choice, effectivePeriod, flag, money, reference, text } from '../define/fields.ts'
import { type Row, resource } from '../define/resource.ts'
import { gateways } from '../payments/payment-words.ts'

/** Who may pay online, through which gateway, and how much at once. */
export const uploadPaymentCustomers = resource({
  group: 'masters',
  name: 'upload-payment-customers',
  title: 'Upload Payment Customers',
  one: 'payment customer',
  purpose: 'The customers who may pay online, with their gateway and the maximum per payment.',
  fields: {
    customerId: reference(customer),
    gateway: choice(gateways, { hint: 'The number of the merchant account' }),
    merchantAccount: text({ max: 40, hint: 'The code of a payment account, which takes the money' }),
    allowPartial: flag({ label: 'Part payments', hint: 'May pay a part of an invoice' }),
    allowAdvance: flag({ label: 'Advances', hint: 'May pay before there is an invoice' }),
    maxTxnAmount: money({ min: 1, default: 100_000_000, label: 'Maximum per payment' }),
    ...effectivePeriod(),
  },
  key: ['customerId'],
  list: ['customerId', 'gateway', 'allowPartial', 'allowAdvance', 'maxTxnAmount', 'validFrom', 'validTo'],
  filters: ['gateway', 'customerId'],
  search: ['merchantAccount'],
  sort: ['customerId'],
  indexes: [['customerId']],
  access: receivables,
})

export type PaymentCustomer = Row<typeof uploadPaymentCustomers>
