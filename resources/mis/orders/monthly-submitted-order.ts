import { orderFigures } from '../../access.ts'
import { choice, date, decimal, instant, integer } from '../../define/fields.ts'
import { report } from '../../define/report.ts'
import { mappedColumns, mappedStamps, mappingChoice } from '../mapping.ts'
import { orderEvents } from './order-event.ts'
import { orderFacts, orderFilters, orderGroups, withinOrderReportsOfEmployees } from './order-facts.ts'

const count = (label: string) => integer({ label })

/** How many orders were submitted, approved, rejected, cancelled and lost in each month. */
export const monthlySubmittedOrder = report({
  name: 'monthly-submitted-order',
  title: 'Monthly Submitted Orders',
  purpose: 'Orders submitted, approved, rejected, cancelled and expired per month.',
  fields: {
    ...orderFacts,
    ...mappedStamps,
    event: choice(orderEvents, { label: 'What happened' }),
    happenedOn: date({ label: 'Month', hint: 'The Indian day on which it happened' }),
    happenedAt: instant({ label: 'At' }),
    submitted: count('Submitted'),
    approved: count('Approved'),
    rejected: count('Rejected'),
    cancelled: count('Cancelled'),
    dead: count('Expired'),
    hours: decimal({
      scale: 2,
      optional: true,
      label: 'Hours to approve',
      hint: 'Working hours from the first submit',
    }),
  },
  display: ['orderNo', 'event'],
  list: ['orderNo', 'happenedAt', 'event', 'customerId', 'soldToId', 'sbuId', 'employeeId', 'hours'],
  filters: ['happenedOn', 'event', ...mappedColumns, ...orderFilters, 'mapping'],
  choices: mappingChoice,
  totals: ['submitted', 'approved', 'rejected', 'cancelled', 'dead'],
  groups: ['happenedOn', ...mappedColumns, ...orderGroups, 'event'],
  grouped: { by: ['happenedOn', 'sbuId'] },
  averages: ['hours'],
  search: ['orderNo'],
  sort: ['-happenedAt', '-id'],
  period: { field: 'happenedOn', instant: 'happenedAt', opens: 'this-fy' },
  access: orderFigures,
  within: withinOrderReportsOfEmployees,
})
