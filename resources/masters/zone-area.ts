import { organisation } from '../access.ts'
import { code, reference, text } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { zone } from '../settings/zone.ts'

/** The sales areas inside the zones. */
export const zoneArea = resource({
  group: 'masters',
  name: 'zone-area',
  title: 'ZoneArea',
  one: 'zone area',
  purpose: 'The sales areas in the four zones, each with its manager.',
  fields: {
    code: code({ max: 6 }),
    name: text({ max: 60 }),
    zoneId: reference(zone),
    areaManagerEmployeeId: reference('employee', { audience: 'readers', optional: true, label: 'Area manager' }),
  },
  key: ['code'],
  display: ['code', 'name'],
  list: ['code', 'name', 'zoneId', 'areaManagerEmployeeId'],
  filters: ['zoneId'],
  search: ['code', 'name'],
  sort: ['zoneId', 'code'],
  access: organisation,
  everyRow: ['DISPATCH'],
})
