import { orderControl } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { effectivePeriod, reference } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { ofMyCustomers } from '../rules.ts'
import { customerSegment } from '../settings/customer-segment.ts'
import { sbu } from './sbu.ts'

/** The segment that decides a customer’s standing discount in an SBU. */
export const customerSegmentMap = resource({
  group: 'masters',
  name: 'customer-segment-map',
  title: 'Customer Segment Mapping',
  one: 'segment of a customer',
  purpose: 'The segment of a customer in each SBU.',
  fields: {
    customerId: reference(customer),
    sbuId: reference(sbu),
    customerSegmentId: reference(customerSegment),
    ...effectivePeriod(),
  },
  key: ['customerId', 'sbuId'],
  display: ['customerId', 'sbuId'],
  list: ['customerId', 'sbuId', 'customerSegmentId', 'validFrom', 'validTo'],
  filters: ['customerSegmentId', 'sbuId'],
  sort: ['customerId'],
  indexes: [['customerId', 'sbuId'], ['sbuId'], ['customerSegmentId']],
  access: orderControl,
  everyRow: ['DISPATCH'],
  within: ofMyCustomers,
})
