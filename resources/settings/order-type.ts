import { system } from '../access.ts'
import { code, flag, text } from '../define/fields.ts'
import { type Row, resource } from '../define/resource.ts'

/** The kinds of order, and what each requires of the person who places it. */
export const orderType = resource({
  group: 'settings',
  name: 'order-type',
  title: 'Order Types',
  purpose: 'The kinds of orders, with what each asks for and the SAP order type it becomes.',
  fields: {
    code: code({ max: 4 }),
    name: text({ max: 60 }),
    sapOrderType: code({ max: 4 }),
    isFreeOfCharge: flag({ hint: 'All prices of such an order are zero' }),
    requiresPo: flag({ default: true, label: 'Needs a PO', hint: 'The customer’s PO number and date are required' }),
    requiresCsc: flag({ label: 'CSC check' }),
    allowsManualDiscount: flag({ default: true, label: 'Manual discount' }),
  },
  key: ['code'],
  display: ['code', 'name'],
  list: ['code', 'name', 'sapOrderType', 'isFreeOfCharge', 'requiresPo', 'requiresCsc', 'allowsManualDiscount'],
  search: ['code', 'name'],
  access: system,
  everyRow: ['DISPATCH'],
})

export type OrderType = Row<typeof orderType>
