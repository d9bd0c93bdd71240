import { organisation } from '../access.ts'
import { code, integer, reference, self, text } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { sbu } from './sbu.ts'

/** The code list «NID», two levels deep: a filter and grouping, and an optional key of approving limits. */
export const nid = resource({
  group: 'masters',
  name: 'nid',
  title: 'NID',
  purpose: 'The NID code list by which products are grouped in reports and approving limits.',
  fields: {
    code: code({ max: 10 }),
    description: text({ max: 100 }),
    sbuId: reference(sbu),
    parentNidId: self({ optional: true, label: 'Parent NID', hint: 'At most two levels' }),
  },
  key: ['code'],
  display: ['code', 'description'],
  list: ['code', 'description', 'sbuId', 'parentNidId', 'productCount'],
  filters: ['sbuId'],
  computed: { productCount: integer({ label: 'Products' }) },
  search: ['code', 'description'],
  access: organisation,
  everyRow: ['DISPATCH'],
})
