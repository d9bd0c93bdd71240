import { orderFigures } from '../../access.ts'
import { choice, money } from '../../define/fields.ts'
import { report } from '../../define/report.ts'
import { heldTone, holdColumns, orderStateInReport, orderStatusWords } from '../../orders/order-status.ts'
import { orderStates } from '../../trade.ts'
import { mappedColumns, mappedStamps, mappingChoice } from '../mapping.ts'
import { orderFacts, orderFilters, orderGroups, withinOrderReportsOfEmployees } from './order-facts.ts'

/** The value of what was ordered, month by month of a financial year. */
export const monthwiseTotalOrders = report({
  name: 'monthwise-total-orders',
  title: 'Month Wise Total Value of Orders',
  purpose: 'Orders with GST, cancelled ones included, in the month of the order date.',
  fields: {
    ...orderFacts,
    ...mappedStamps,
    status: choice(orderStates, { words: orderStatusWords }),
    ...holdColumns,
    grossValue: money({ label: 'Order value', hint: 'Incl. GST', nature: 'amount' }),
  },
  display: ['orderNo', 'orderDate'],
  says: { status: orderStateInReport },
  saysTone: { status: heldTone },
  list: ['orderNo', 'orderDate', 'customerId', 'soldToId', 'sbuId', 'employeeId', 'status', 'grossValue'],
  filters: ['orderDate', ...mappedColumns, ...orderFilters, 'status', 'mapping'],
  choices: mappingChoice,
  totals: ['grossValue'],
  groups: [...mappedColumns, ...orderGroups, 'orderDate', 'status'],
  grouped: { by: ['sbuId'], across: 'orderDate', of: 'grossValue' },
  search: ['orderNo'],
  sort: ['-orderDate', '-id'],
  period: { field: 'orderDate', opens: 'this-fy' },
  facts: true,
  chart: { title: 'Order value by month', form: 'line', by: 'orderDate', sums: ['grossValue'] },
  access: orderFigures,
  within: withinOrderReportsOfEmployees,
})
