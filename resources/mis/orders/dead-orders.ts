import { orderReport } from '../../access.ts'
import { choice, date, instant, integer, money, text } from '../../define/fields.ts'
import { report } from '../../define/report.ts'
import { historyStates } from '../../orders/order-status.ts'
import { amountsOfBuyers, approvalsHiddenFrom } from '../../orders/order-visibility.ts'
import { orderFacts, orderFilters, orderGroups, withinOrderReports } from './order-facts.ts'

const { orderDate: _, ...facts } = orderFacts

/** Orders that lapsed since nobody continued them. */
export const deadOrders = report({
  name: 'dead-orders',
  title: 'Dead Orders',
  purpose: 'Orders and drafts that expired in a period without activity.',
  fields: {
    ...facts,
    draftNo: text({ max: 14, optional: true, label: 'Draft' }),
    statusBefore: choice(Object.keys(historyStates), {
      optional: true,
      label: 'Status before',
      words: { staff: historyStates, buyer: {} },
      hiddenFrom: approvalsHiddenFrom,
    }),
    diedOn: date({ label: 'Expired' }),
    diedAt: instant({ label: 'Expired at' }),
    daysIdle: integer({ optional: true, label: 'Days idle', hint: 'Days since the last step before it expired' }),
    grossValue: money({ label: 'Value', hint: 'Incl. GST', nature: 'amount' }),
  },
  display: ['orderNo', 'diedOn'],
  list: [
    'orderNo',
    'draftNo',
    'customerId',
    'soldToId',
    'sbuId',
    'statusBefore',
    'diedOn',
    'daysIdle',
    'grossValue',
    'placedById',
  ],
  filters: ['diedOn', ...orderFilters, 'statusBefore', 'placedById'],
  totals: ['grossValue'],
  groups: ['diedOn', ...orderGroups, 'statusBefore'],
  averages: ['daysIdle'],
  search: ['orderNo', 'draftNo'],
  sort: ['-diedAt', '-id'],
  period: { field: 'diedOn', instant: 'diedAt', opens: 'this-month' },
  access: orderReport,
  within: withinOrderReports,
  columnsWithin: amountsOfBuyers,
})
