import { contacts } from '../access.ts'
import { choice, flag, reference, text } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { ofMyCustomers } from '../rules.ts'
import { customer } from './customer.ts'

/** The people at a customer: whom to mail about what, and whose number opens a tracking page. */
export const customerContact = resource({
  group: 'access-control',
  name: 'customer-contact',
  title: 'Customer Contacts',
  purpose: 'Contact persons of each customer, by function.',
  fields: {
    customerId: reference(customer),
    contactType: choice(['PURCHASE', 'ACCOUNTS', 'STORES', 'QA', 'OWNER'], { label: 'Type' }),
    name: text({ max: 60 }),
    mobile: text({ max: 10, format: 'mobile' }),
    email: text({ max: 254, format: 'email', label: 'E-mail' }),
    isPrimary: flag({ label: 'Primary', hint: 'Main contact' }),
  },
  key: ['customerId', 'contactType', 'name'],
  display: ['name', 'contactType'],
  list: ['customerId', 'contactType', 'name', 'mobile', 'email', 'isPrimary'],
  filters: ['customerId', 'contactType'],
  search: ['name', 'email', 'mobile'],
  sort: ['customerId', 'contactType'],
  indexes: [['customerId'], ['email']],
  access: contacts,
  changedInScope: true,
  within: { ...ofMyCustomers, CUSTOMER: { customerId: 'ownCustomer' }, DISTRIBUTOR: { customerId: 'ownCustomer' } },
})
