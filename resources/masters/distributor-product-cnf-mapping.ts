import { sourcing } from '../access.ts'
import { cnf } from '../access-control/cnf.ts'
import { customer } from '../access-control/customer.ts'
import { effectivePeriod, reference } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { products } from './products.ts'
import { usedThisMonth } from './used-this-month.ts'

/** Sourcing step S2: the CnF of one buyer, customer or distributor, for a product; before every mapping of a channel. */
export const distributorProductCnfMapping = resource({
  group: 'masters',
  name: 'distributor-product-cnf-mapping',
  title: 'Customer wise Product wise CnF mapping',
  one: 'CnF of a customer and product',
  purpose: 'Which CnF supplies a product to one customer or distributor.',
  fields: {
    customerId: reference(customer, { hint: 'The buyer of the goods: a customer or a distributor' }),
    productId: reference(products),
    cnfId: reference(cnf),
    ...effectivePeriod(),
  },
  key: ['customerId', 'productId'],
  display: ['customerId', 'productId'],
  list: ['customerId', 'productId', 'cnfId', 'usedThisMonth', 'validFrom', 'validTo'],
  computed: { usedThisMonth },
  filters: ['customerId', 'cnfId'],
  sort: ['customerId'],
  indexes: [['customerId', 'productId'], ['productId'], ['cnfId']],
  access: sourcing,
  everyRow: ['DISPATCH'],
  whatIf: { lines: { customerId: 'soldToId', productId: 'productId' } },
  within: { SALES_REP: { customerId: 'myCustomers' }, SALES_MANAGER: { customerId: 'myCustomers' } },
})
