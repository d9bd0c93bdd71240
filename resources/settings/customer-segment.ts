import { system } from '../access.ts'
import { code, text } from '../define/fields.ts'
import { resource } from '../define/resource.ts'

/** The market a customer belongs to. */
export const customerSegment = resource({
  group: 'settings',
  name: 'customer-segment',
  title: 'Customer Segments',
  purpose: 'The markets by which discounts are given and sales are reported.',
  fields: {
    code: code({ max: 10 }),
    name: text({ max: 60 }),
  },
  key: ['code'],
  display: ['name'],
  list: ['code', 'name'],
  search: ['code', 'name'],
  access: system,
  everyRow: ['DISPATCH'],
})
