import { system } from '../access.ts'
import { choice, code, text } from '../define/fields.ts'
import { resource } from '../define/resource.ts'

/** The roles as rows, so that grants can refer to them; the rights of a role are declared, not stored here. */
export const role = resource({
  group: 'settings',
  name: 'role',
  title: 'Roles',
  purpose: 'The roles that people may be given, and the kind of user who may hold each.',
  fields: {
    code: code({ max: 30 }),
    name: text({ max: 60 }),
    userType: choice(['EMPLOYEE', 'CUSTOMER', 'TRANSPORTER', 'PARTNER_SITE']),
  },
  key: ['code'],
  display: ['name'],
  list: ['code', 'name', 'userType'],
  search: ['code', 'name'],
  access: system,
  everyRow: ['DISPATCH'],
})
