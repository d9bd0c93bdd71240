import { sourcing } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { effectivePeriod, flag, reference } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { products } from './products.ts'

/** What a distributor sells; with any such row, their own login is offered nothing else. */
export const distributorProductMap = resource({
  group: 'masters',
  name: 'distributor-product-map',
  title: 'Distributor - Product wise Mapping',
  one: 'product of a distributor',
  purpose: 'Which products a distributor sells, and which of them only they may sell to their customers.',
  fields: {
    distributorId: reference(customer, { where: { isDistributor: true } }),
    productId: reference(products),
    isExclusive: flag({ hint: 'Customers of this distributor cannot buy it directly' }),
    ...effectivePeriod(),
  },
  key: ['distributorId', 'productId'],
  display: ['distributorId', 'productId'],
  list: ['distributorId', 'productId', 'productId.sbuId', 'isExclusive', 'validFrom', 'validTo'],
  filters: ['distributorId', 'productId.sbuId'],
  sort: ['distributorId'],
  indexes: [['distributorId', 'productId'], ['productId']],
  access: sourcing,
  everyRow: ['DISPATCH'],
})
