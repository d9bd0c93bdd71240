import { organisation } from '../access.ts'
import { code, reference, text } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { zone } from '../settings/zone.ts'
import { sbu } from './sbu.ts'

/** SAP's sales groups and offices: the selling team inside the sales organisation. */
export const salesGroup = resource({
  group: 'masters',
  name: 'sales-group',
  title: 'Sales Group',
  purpose: 'The SAP sales groups and offices of each SBU and zone.',
  fields: {
    code: code({ max: 3 }),
    name: text({ max: 60 }),
    salesOffice: code({ max: 4 }),
    sbuId: reference(sbu),
    zoneId: reference(zone),
    managerEmployeeId: reference('employee', { audience: 'readers', optional: true, label: 'Manager' }),
  },
  key: ['code'],
  display: ['code', 'name'],
  list: ['code', 'name', 'salesOffice', 'sbuId', 'zoneId', 'managerEmployeeId'],
  filters: ['sbuId', 'zoneId'],
  search: ['code', 'name', 'salesOffice'],
  access: organisation,
  everyRow: ['DISPATCH'],
})
