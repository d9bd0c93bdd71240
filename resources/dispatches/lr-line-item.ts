import { dispatches } from '../access.ts'
import { money, quantity, reference, weight } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { lr, unseenByBuyers } from './lr.ts'
import { lrLine } from './lr-line.ts'
import { sapDeliveryLine } from './sap-delivery-line.ts'
import { withinLrs } from './scopes.ts'

/** How much of the goods of a delivery travels on an LR, in their unit. It repeats the columns of the LR that scopes need. */
export const lrLineItem = record({
  path: 'lr-line-items',
  name: 'lr-line-item',
  title: 'Goods on LRs',
  purpose: 'The products and batches on each lorry receipt, where an invoice may go out in parts.',
  fields: {
    lrLineId: reference(lrLine),
    lrId: reference(lr),
    deliveryLineId: reference(sapDeliveryLine, { label: 'Goods' }),
    qty: quantity({ label: 'Quantity' }),
    weightKg: weight({ label: 'Weight' }),
    freightShare: money({ default: 0, hiddenFrom: unseenByBuyers }),
    cartingShare: money({ default: 0, hiddenFrom: [...unseenByBuyers, 'TRANSPORTER'] }),
  },
  key: ['lrLineId', 'deliveryLineId'],
  display: ['lrLineId', 'deliveryLineId'],
  list: ['lrId', 'lrLineId', 'deliveryLineId', 'qty', 'weightKg', 'freightShare', 'cartingShare'],
  search: [],
  sort: ['-id'],
  indexes: [['lrId', 'deliveryLineId', 'qty', 'weightKg', 'freightShare', 'cartingShare'], ['deliveryLineId']],
  access: dispatches,
  within: withinLrs,
})

export type LrLineItem = Row<typeof lrLineItem>
