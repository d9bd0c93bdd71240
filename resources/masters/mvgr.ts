import { organisation } from '../access.ts'
import { choice, code, text } from '../define/fields.ts'
import { resource } from '../define/resource.ts'

/** SAP's material groups 1 to 5 of the sales view. */
export const mvgr = resource({
  group: 'masters',
  name: 'mvgr',
  title: 'MVGR',
  purpose: 'The five SAP material groups by which products are classed.',
  fields: {
    groupNo: choice(['1', '2', '3', '4', '5'], { label: 'Group' }),
    code: code({ max: 3 }),
    description: text({ max: 60 }),
  },
  key: ['groupNo', 'code'],
  display: ['code', 'description'],
  list: ['groupNo', 'code', 'description'],
  filters: ['groupNo'],
  search: ['code', 'description'],
  access: organisation,
  everyRow: ['DISPATCH'],
})
