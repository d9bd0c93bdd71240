import { distributorTargets } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { integer, money, percent, quantity, reference, text } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { sbu } from '../masters/sbu.ts'
import { isFy } from './financial-year.ts'

/** What a distributor is to buy in an SBU in a month of a financial year. It comes by files alone (K.21). */
export const customerTarget = record({
  path: 'dealerdash/upload-target',
  name: 'customer-target',
  title: 'Upload Customer Target',
  one: 'target',
  purpose: 'The targets of the distributors by SBU and month, and the incentive for reaching them.',
  fields: {
    customerId: reference(customer, {
      label: 'Distributor',
      where: { isDistributor: true },
      aliases: ['customer_code'],
    }),
    sbuId: reference(sbu),
    fy: text({
      min: 4,
      max: 4,
      format: 'digits',
      financialYear: true,
      label: 'Financial year',
      aliases: ['fy'],
      hint: '2627 for 2026-27',
    }),
    month: integer({ min: 1, max: 12, monthOf: 'fy', hint: 'Calendar month: 4 is April' }),
    targetValue: money({ min: 0, label: 'Target' }),
    targetQty: quantity({ min: 0, optional: true, label: 'Target quantity' }),
    incentivePct: percent({ min: 0, max: 100, default: 0, label: 'Incentive %' }),
  },
  key: ['customerId', 'sbuId', 'fy', 'month'],
  display: ['customerId', 'sbuId', 'fy', 'month'],
  list: ['customerId', 'sbuId', 'fy', 'month', 'targetValue', 'targetQty', 'incentivePct'],
  filters: ['customerId', 'sbuId', 'fy', 'month'],
  totals: ['targetValue'],
  search: ['fy'],
  sort: ['-fy', 'customerId', 'sbuId', 'month'],
  indexes: [['sbuId'], ['fy', 'month']],
  rules: [
    { field: 'fy', code: 'FORMAT', message: 'must be two years in a row, such as 2627', check: row => isFy(row.fy) },
  ],
  access: distributorTargets,
  within: {
    DISTRIBUTOR: { customerId: 'ownCustomer' },
    SALES_REP: { customerId: 'myCustomers' },
    SALES_MANAGER: { customerId: 'myCustomers' },
  },
})

export type CustomerTarget = Row<typeof customerTarget>
