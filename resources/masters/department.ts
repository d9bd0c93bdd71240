import { organisation } from '../access.ts'
import { code, reference, text } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { sbu } from './sbu.ts'

/** A selling department inside an SBU: it decides which order types a customer may use. */
export const department = resource({
  group: 'masters',
  name: 'department',
  title: 'Department',
  purpose: 'The selling departments inside each SBU.',
  fields: {
    code: code({ max: 6 }),
    name: text({ max: 60 }),
    sbuId: reference(sbu),
    headEmployeeId: reference('employee', { audience: 'readers', optional: true, label: 'Head' }),
    complaintEmail: text({
      max: 254,
      format: 'email',
      optional: true,
      label: 'Complaint e-mail',
      hint: 'Critical complaints of this department are mailed here at once',
    }),
  },
  key: ['code'],
  display: ['code', 'name'],
  list: ['code', 'name', 'sbuId', 'headEmployeeId', 'complaintEmail'],
  filters: ['sbuId'],
  search: ['code', 'name'],
  access: organisation,
  everyRow: ['DISPATCH'],
})
