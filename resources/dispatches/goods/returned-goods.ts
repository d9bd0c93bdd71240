import { deliveries } from '../../access.ts'
import { customer } from '../../access-control/customer.ts'
import { quantity, reference } from '../../define/fields.ts'
import { type Row, record } from '../../define/resource.ts'
import { sbu } from '../../masters/sbu.ts'
import { plant } from '../../settings/plant.ts'
import { invoiceLine } from '../invoice-line.ts'
import { sapDeliveryLine } from '../sap-delivery-line.ts'
import { withinDeliveries } from '../scopes.ts'

/**
 * How much of the goods of a delivery a customer gave back, in the unit of the goods: as a delivery of returned goods says,
 * or, about so much, a note. It repeats the columns of the goods that scopes need.
 */
export const returnedGoods = record({
  path: 'returned-goods',
  name: 'returned-goods',
  title: 'Returned Goods',
  purpose: 'Which goods of which delivery came back, and what says so.',
  fields: {
    deliveryLineId: reference(sapDeliveryLine, { label: 'Goods' }),
    returnLineId: reference(sapDeliveryLine, { optional: true, label: 'Delivery of returned goods' }),
    noteLineId: reference(invoiceLine, {
      optional: true,
      label: 'Return note',
      hint: 'Where SAP tells of no delivery of returned goods, the quantity of its note is about right',
    }),
    soldToId: reference(customer, { optional: true, label: 'Sold-to' }),
    plantId: reference(plant),
    sbuId: reference(sbu),
    qty: quantity({ label: 'Quantity' }),
  },
  key: ['deliveryLineId', 'returnLineId', 'noteLineId'],
  display: ['deliveryLineId'],
  list: ['deliveryLineId', 'returnLineId', 'noteLineId', 'qty'],
  search: [],
  sort: ['-id'],
  indexes: [['returnLineId'], ['noteLineId']],
  access: deliveries,
  within: withinDeliveries,
})

export type ReturnedGoods = Row<typeof returnedGoods>
