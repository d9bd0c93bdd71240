import { organisation } from '../access.ts'
import { code, flag, money, reference, text } from '../define/fields.ts'
import { type Row, resource } from '../define/resource.ts'

/** A strategic business unit: every product belongs to one, and an order holds the lines of one. */
export const sbu = resource({
  group: 'masters',
  name: 'sbu',
  title: 'SBU',
  purpose: 'The business units, each with its SAP sales area and its head.',
  fields: {
    code: code({ max: 6 }),
    name: text({ max: 60 }),
    salesOrg: code({ max: 4, label: 'Sales organisation' }),
    division: code({ max: 2 }),
    headEmployeeId: reference('employee', {
      audience: 'readers',
      optional: true,
      label: 'Head',
      hint: 'Approves when no other approver is found',
    }),
    orderEmail: text({ max: 254, format: 'email', optional: true, label: 'Order e-mail' }),
    requiresAcceptance: flag({
      hint: 'The customer must accept every order that is placed for them',
    }),
    minOrderValue: money({
      min: 0,
      default: 0,
      label: 'Minimum order value',
      hint: 'Orders of a smaller taxable value are refused',
    }),
  },
  key: ['code'],
  display: ['code', 'name'],
  list: ['code', 'name', 'salesOrg', 'division', 'headEmployeeId', 'minOrderValue'],
  search: ['code', 'name'],
  access: organisation,
  everyRow: ['DISPATCH'],
})

export type Sbu = Row<typeof sbu>
