import { orderFigures } from '../../access.ts'
import { choice, code, date, integer, money, quantity, reference } from '../../define/fields.ts'
import { report } from '../../define/report.ts'
import { products } from '../../masters/products.ts'
import { approvalWords } from '../../orders/order-status.ts'
import { reasonCode } from '../../settings/reason-code.ts'
import { approvalSteps } from '../../trade.ts'
import { mappedColumns, mappedStamps, mappingChoice } from '../mapping.ts'
import { orderFacts, orderFilters, orderGroups, withinOrderReportsOfEmployees } from '../orders/order-facts.ts'
import { lostParts, lostSaleCauses } from './lost-sale.ts'

const { orderDate: _, ...facts } = orderFacts

/** What was ordered and not supplied, each rupee with one cause; a row is a part of a line. */
export const lostSales = report({
  name: 'lost-sales',
  title: 'Lost Sales',
  purpose:
    'What was ordered and not supplied, as lines were rejected, expired, cancelled or are overdue, on the order date.',
  fields: {
    ...facts,
    ...mappedStamps,
    day: date({ label: 'Order date' }),
    lineNo: integer({ label: 'Line' }),
    productId: reference(products),
    part: choice(lostParts, {
      label: 'Result',
      words: {
        staff: { REJECTED: 'Rejected', LAPSED: 'Expired', CANCELLED: 'Cancelled', OVERDUE: 'Overdue' },
        buyer: {},
      },
    }),
    cause: choice(lostSaleCauses, {
      hint: 'One for each part of a line; ordered again is not lost',
      words: {
        staff: {
          ORDERED_AGAIN: 'Ordered again',
          CUSTOMER: 'Customer’s decision',
          EUD: 'End-user document',
          CREDIT: 'Credit limit',
          STOCK: 'Stock',
          PRICE: 'Price or discount',
          APPROVAL_DELAY: 'Approval delay',
          DISPATCH: 'Dispatch delay',
          OTHER: 'Other',
        },
        buyer: {},
      },
    }),
    stoppedAt: choice(approvalSteps, {
      optional: true,
      label: 'Stopped at',
      hint: 'The approval that was not given',
      words: approvalWords,
    }),
    reasonId: reference(reasonCode, { optional: true, label: 'Reason' }),
    dueDay: date({ label: 'Requested' }),
    uom: code({ max: 3, label: 'Unit' }),
    unfilledQty: quantity({ label: 'Unfilled' }),
    unfilledValue: money({ label: 'Unfilled value', hint: 'Net value at order prices', nature: 'amount' }),
  },
  display: ['orderNo', 'lineNo'],
  list: [
    ...['orderNo', 'lineNo', 'cause', 'part', 'unfilledValue', 'customerId', 'productId', 'unfilledQty', 'uom', 'day'],
    ...['dueDay', 'stoppedAt', 'reasonId'],
  ] as const,
  filters: ['day', 'cause', 'part', ...mappedColumns, ...orderFilters, 'productId', 'stoppedAt', 'reasonId', 'mapping'],
  choices: mappingChoice,
  totals: ['unfilledValue'],
  groups: ['cause', 'part', 'stoppedAt', 'reasonId', 'day', ...mappedColumns, ...orderGroups, 'productId'],
  grouped: { by: ['cause'], across: 'part', of: 'unfilledValue' },
  units: { unfilledQty: 'uom' },
  search: ['orderNo'],
  sort: ['-day', '-id'],
  period: { field: 'day', opens: 'last-92-days' },
  chart: { title: 'Unfilled value by cause', form: 'bar', by: 'cause', sums: ['unfilledValue'] },
  facts: true,
  access: orderFigures,
  within: withinOrderReportsOfEmployees,
})
