import { system } from '../access.ts'
import { code, text } from '../define/fields.ts'
import { resource } from '../define/resource.ts'

/** The four sales zones of the country. */
export const zone = resource({
  group: 'settings',
  name: 'zone',
  title: 'Zones',
  purpose: 'The zones of the country by which sales are led and reported.',
  fields: {
    code: code({ max: 5 }),
    name: text({ max: 40 }),
  },
  key: ['code'],
  display: ['name'],
  list: ['code', 'name'],
  search: ['code', 'name'],
  access: system,
  everyRow: ['DISPATCH'],
})
