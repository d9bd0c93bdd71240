import { logs } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { json, reference, text } from '../define/fields.ts'
import { record } from '../define/resource.ts'
import { user } from '../settings/user.ts'

/** A product of a saved list with its quantity in thousandths. */
interface TemplateLine {
  productId: number
  qty: number
}

/** Lists of products that a person saved for a customer, to order them again. */
export const orderTemplate = record({
  path: 'order-lists',
  name: 'order-template',
  title: 'Saved Order Lists',
  purpose: 'Lists of products that people saved on the order pad, to order them again for a customer.',
  fields: {
    userId: reference(user, { label: 'Owner' }),
    customerId: reference(customer),
    name: text({ max: 60 }),
    lines: json<TemplateLine[]>(),
  },
  key: ['userId', 'customerId', 'name'],
  display: ['name'],
  list: ['name', 'customerId', 'userId'],
  search: ['name'],
  sort: ['name'],
  indexes: [['customerId']],
  access: logs,
})
