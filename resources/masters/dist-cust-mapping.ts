import { sourcing } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { effectivePeriod, reference } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { sbu } from './sbu.ts'

/**
 * Which distributor buys for a customer in an SBU: what is sold is billed to the distributor and shipped to the
 * customer.
 */
export const distCustMapping = resource({
  group: 'masters',
  name: 'dist-cust-mapping',
  title: 'Map Customer to Distributor',
  one: 'customer of a distributor',
  purpose: 'Which distributor serves which customer in an SBU.',
  fields: {
    distributorId: reference(customer, { where: { isDistributor: true } }),
    customerId: reference(customer, { where: { isDistributor: false } }),
    sbuId: reference(sbu),
    ...effectivePeriod(),
  },
  key: ['distributorId', 'customerId', 'sbuId'],
  display: ['distributorId', 'customerId'],
  list: ['distributorId', 'customerId', 'sbuId', 'validFrom', 'validTo'],
  filters: ['distributorId', 'sbuId'],
  sort: ['distributorId'],
  indexes: [['customerId', 'sbuId'], ['distributorId']],
  access: sourcing,
  everyRow: ['DISPATCH'],
  within: {
    SALES_REP: [{ customerId: 'myCustomers' }, { distributorId: 'myCustomers' }],
    SALES_MANAGER: [{ customerId: 'myCustomers' }, { distributorId: 'myCustomers' }],
  },
})
