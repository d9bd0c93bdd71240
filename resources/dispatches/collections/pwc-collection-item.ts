import { deliveries } from '../../access.ts'
import { customer } from '../../access-control/customer.ts'
import { quantity, reference } from '../../define/fields.ts'
import { type Row, record } from '../../define/resource.ts'
import { sbu } from '../../masters/sbu.ts'
import { plant } from '../../settings/plant.ts'
import { sapDeliveryLine } from '../sap-delivery-line.ts'
import { withinDeliveries } from '../scopes.ts'
import { pwcCollection } from './pwc-collection.ts'

/** How much of the goods of a delivery a party collects. It repeats the columns of the collection that scopes need. */
export const pwcCollectionItem = record({
  path: 'pwc-collection-items',
  name: 'pwc-collection-item',
  title: 'Goods of Collections',
  purpose: 'The goods that parties collect.',
  fields: {
    collectionId: reference(pwcCollection, { label: 'Collection' }),
    deliveryLineId: reference(sapDeliveryLine, { label: 'Goods' }),
    soldToId: reference(customer, { label: 'Sold-to' }),
    plantId: reference(plant),
    sbuId: reference(sbu),
    qty: quantity({ label: 'Quantity' }),
  },
  key: ['collectionId', 'deliveryLineId'],
  display: ['collectionId', 'deliveryLineId'],
  list: ['collectionId', 'deliveryLineId', 'qty'],
  search: [],
  sort: ['-id'],
  indexes: [['deliveryLineId']],
  access: deliveries,
  within: withinDeliveries,
})

export type PwcCollectionItem = Row<typeof pwcCollectionItem>
