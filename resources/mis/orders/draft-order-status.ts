import { orderReport } from '../../access.ts'
import { date, integer, money, text } from '../../define/fields.ts'
import { report } from '../../define/report.ts'
import { amountsOfBuyers } from '../../orders/order-visibility.ts'
import { orderFacts, orderFilters, orderGroups, withinOrderReports } from './order-facts.ts'

const { orderNo: _, orderDate: __, ...facts } = orderFacts

/** The drafts as they are today, and when each lapses. */
export const draftOrderStatus = report({
  name: 'draft-order-status',
  title: 'Draft Order Status',
  purpose: 'Drafts not submitted yet, as of today, and the date each expires.',
  fields: {
    draftNo: text({ max: 14, optional: true, label: 'Draft' }),
    createdOn: date({ label: 'Created' }),
    ...facts,
    lineCount: integer({ label: 'Lines' }),
    grossValue: money({ label: 'Value', hint: 'Incl. GST', nature: 'amount' }),
    changedOn: date({ label: 'Last change' }),
    ageDays: integer({ label: 'Age in days' }),
    daysLeft: integer({ label: 'Days left', hint: 'Days until the draft expires, counted from its last change' }),
    missing: text({
      audience: 'readers',
      max: 2000,
      optional: true,
      long: true,
      label: 'Missing items',
      hint: 'What stops it from being submitted today',
    }),
  },
  display: ['draftNo', 'createdOn'],
  list: [
    'draftNo',
    'createdOn',
    'customerId',
    'soldToId',
    'sbuId',
    'placedById',
    'lineCount',
    'grossValue',
    'changedOn',
    'ageDays',
    'daysLeft',
    'missing',
  ],
  filters: [...orderFilters, 'placedById', 'ageDays', 'daysLeft', 'createdOn'],
  totals: ['grossValue'],
  groups: [...orderGroups, 'placedById', 'createdOn'],
  workedOut: ['missing'],
  search: ['draftNo'],
  sort: ['daysLeft', '-id'],
  access: orderReport,
  within: withinOrderReports,
  columnsWithin: amountsOfBuyers,
})
