import { dispatches } from '../access.ts'
import { money, quantity, reference, weight } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { invoiceLine } from './invoice-line.ts'
import { lr, unseenByBuyers } from './lr.ts'
import { lrLine } from './lr-line.ts'
import { sapDeliveryLine } from './sap-delivery-line.ts'
import { withinLrs } from './scopes.ts'

/** How much of an invoice line travels on an LR. It repeats the columns of the LR that scopes need. */
export const lrLineItem = record({
  path: 'lr-line-items',
  name: 'lr-line-item',
  title: 'Goods on LRs',
  purpose: 'The products and batches on each lorry receipt, where an invoice may go out in parts.',
  fields: {
    lrLineId: reference(lrLine),
    lrId: reference(lr),
    invoiceLineId: reference(invoiceLine),
    deliveryLineId: reference(sapDeliveryLine, { optional: true, label: 'Goods' }),
    qty: quantity({ label: 'Quantity' }),
    weightKg: weight({ label: 'Weight' }),
    freightShare: money({ default: 0, hiddenFrom: unseenByBuyers }),
    cartingShare: money({ default: 0, hiddenFrom: [...unseenByBuyers, 'TRANSPORTER'] }),
  },
  key: ['lrLineId', 'invoiceLineId'],
  display: ['lrLineId', 'invoiceLineId'],
  list: ['lrId', 'lrLineId', 'invoiceLineId', 'qty', 'weightKg', 'freightShare', 'cartingShare'],
  search: [],
  sort: ['-id'],
  indexes: [
    ['lrId', 'invoiceLineId', 'qty', 'weightKg', 'freightShare', 'cartingShare'],
    ['invoiceLineId'],
    ['deliveryLineId'],
  ],
  access: dispatches,
  within: withinLrs,
})

export type LrLineItem = Row<typeof lrLineItem>
