import { orderReport } from '../../access.ts'
import { shipTo } from '../../access-control/ship-to.ts'
import { choice, integer, money, reference, text } from '../../define/fields.ts'
import { report } from '../../define/report.ts'
import {
  approvalWords,
  heldTone,
  holdColumns,
  orderStateInReport,
  orderStatusWords,
} from '../../orders/order-status.ts'
import { amountsOfBuyers, approvalsHiddenFrom } from '../../orders/order-visibility.ts'
import { orderType } from '../../settings/order-type.ts'
import { approvalSteps, orderStates } from '../../trade.ts'
import { mappedColumns, mappedStamps, mappingChoice } from '../mapping.ts'
import { orderFacts, orderFilters, orderGroups, withinOrderReports } from './order-facts.ts'

/** Every order that counts as ordered, with its values over all lines that do. */
export const ordersReport = report({
  name: 'orders',
  title: 'Orders',
  purpose: 'All orders with GST, cancelled ones included, on the order date.',
  fields: {
    ...orderFacts,
    ...mappedStamps,
    shipToId: reference(shipTo, { label: 'Ship-to' }),
    orderTypeId: reference(orderType),
    status: choice(orderStates, { words: orderStatusWords }),
    ...holdColumns,
    pendingStep: choice(approvalSteps, {
      optional: true,
      label: 'Approval',
      words: approvalWords,
      hiddenFrom: approvalsHiddenFrom,
    }),
    customerPoNo: text({ max: 35, optional: true, label: 'PO number' }),
    lineCount: integer({ label: 'Lines' }),
    listValue: money({ nature: 'amount' }),
    discountValue: money({ label: 'Discount', nature: 'amount' }),
    freightValue: money({ label: 'Freight', nature: 'amount' }),
    taxValue: money({ label: 'GST', nature: 'amount' }),
    grossValue: money({ hint: 'Incl. GST', nature: 'amount' }),
    sapOrderNo: text({ max: 10, optional: true, label: 'SAP order' }),
    ageDays: integer({ label: 'Age in days' }),
  },
  display: ['orderNo', 'orderDate'],
  says: { status: orderStateInReport },
  saysTone: { status: heldTone },
  leads: ['customerId', 'grossValue', 'status', 'orderDate', 'orderNo'],
  list: [
    'orderNo',
    'orderDate',
    'customerId',
    'soldToId',
    'shipToId.cityId',
    'sbuId',
    'orderTypeId',
    'status',
    'placedById',
    'customerPoNo',
    'lineCount',
    'listValue',
    'discountValue',
    'freightValue',
    'taxValue',
    'grossValue',
    'sapOrderNo',
    'ageDays',
  ],
  filters: [
    'orderDate',
    ...mappedColumns,
    ...orderFilters,
    'status',
    'placedById',
    'customerPoNo',
    'orderTypeId',
    'mapping',
  ],
  choices: mappingChoice,
  totals: ['listValue', 'discountValue', 'freightValue', 'taxValue', 'grossValue'],
  groups: ['orderDate', ...mappedColumns, ...orderGroups, 'status', 'orderTypeId'],
  search: ['orderNo', 'customerPoNo', 'sapOrderNo'],
  sort: ['-orderDate', '-id'],
  period: { field: 'orderDate', opens: 'this-month' },
  facts: true,
  access: orderReport,
  within: withinOrderReports,
  columnsWithin: amountsOfBuyers,
})
