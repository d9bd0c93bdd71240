import { outstandingReport as access } from '../../access.ts'
import { customer } from '../../access-control/customer.ts'
import { choice, date, flag, integer, money, reference, text } from '../../define/fields.ts'
import { report } from '../../define/report.ts'
import { ageBuckets, bucketNames, outstandingTypes } from '../../masters/outstanding.ts'
import { sbu } from '../../masters/sbu.ts'
import { creditHiddenFrom } from '../../orders/order-visibility.ts'

/** The open items of today by age, or their sums on a past day. Credits stand apart: they never lower what is overdue. */
export const outstanding = report({
  name: 'outstanding',
  title: 'Outstanding',
  purpose: 'The open items by customer and age, today or on a past day. Credits are in a separate column.',
  fields: {
    customerId: reference(customer),
    documentNo: text({
      max: 16,
      optional: true,
      label: 'Document no',
      hint: 'Shown for today only; a past day has sums',
    }),
    documentType: choice(outstandingTypes, { label: 'Type' }),
    documentDate: date({ optional: true, label: 'Date' }),
    dueDate: date({ optional: true, label: 'Due' }),
    amount: money({ hint: 'Negative for credits' }),
    balance: money({ hint: 'What is still open; negative for credits' }),
    overdue: money({ hint: 'Amount past its due date, without credits' }),
    daysOverdue: integer({ optional: true, label: 'Days overdue' }),
    bucket: choice([...ageBuckets, 'CREDIT'], { label: 'Age', words: { staff: bucketNames, buyer: {} } }),
    items: integer({
      label: 'Documents',
      hint: 'Documents in the row; on a past day, all of one customer, SBU, type and age',
    }),
    isDisputed: flag({ label: 'Disputed' }),
    sbuId: reference(sbu, { optional: true }),
    available: money({
      optional: true,
      label: 'Available credit',
      hint: 'The limit less all that the customer owes and has on order, today',
      hiddenFrom: creditHiddenFrom,
    }),
    asOnDate: date({ label: 'As on', hint: 'The date of the SAP or file data' }),
  },
  display: ['customerId', 'documentNo', 'bucket'],
  list: [
    'customerId',
    'documentNo',
    'documentType',
    'documentDate',
    'dueDate',
    'amount',
    'balance',
    'overdue',
    'daysOverdue',
    'bucket',
    'isDisputed',
    'customerId.creditLimit',
    'available',
    'asOnDate',
  ],
  filters: [
    'bucket',
    'daysOverdue',
    'documentType',
    'isDisputed',
    'sbuId',
    'customerId',
    'customerId.channelId',
    'customerId.cityId.zoneAreaId.zoneId',
    'dueDate',
  ],
  keptDaily: true,
  workedOut: ['available'],
  totals: ['amount', 'balance', 'overdue'],
  groups: [
    'customerId',
    'bucket',
    'sbuId',
    'customerId.channelId',
    'customerId.cityId.zoneAreaId.zoneId',
    'documentType',
    'isDisputed',
    'dueDate',
  ],
  grouped: { by: ['customerId'], across: 'bucket', of: 'balance' },
  search: ['documentNo'],
  sort: ['dueDate', '-id'],
  chart: { title: 'Balance by age', form: 'bar', by: 'bucket', inOrder: true, sums: ['balance'] },
  access,
  within: {
    CUSTOMER: { customerId: 'ownCustomer' },
    DISTRIBUTOR: { customerId: 'ownCustomer' },
    SALES_REP: { customerId: 'myCustomers' },
    SALES_MANAGER: { customerId: 'myCustomers' },
    PRICING_APPROVER: { sbuId: 'mySbus' },
    CSC_AGENT: { sbuId: 'mySbus' },
    CREDIT_CONTROLLER: { sbuId: 'mySbus' },
  },
})
