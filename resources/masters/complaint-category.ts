import { complaintCategories } from '../access.ts'
import { choice, code, flag, integer, reference, self, text } from '../define/fields.ts'
import { type Row, resource } from '../define/resource.ts'
import { complaintTypes } from '../trade.ts'
import { department } from './department.ts'

/** What a complaint is about: who answers it, in which time, and what the customer must send with it. */
export const complaintCategory = resource({
  group: 'masters',
  name: 'complaint-category',
  title: 'Complaint Category',
  purpose: 'Complaint categories, with the responsible department and the SLA in hours.',
  fields: {
    code: code({ max: 10 }),
    name: text({ max: 60 }),
    parentCategoryId: self({ optional: true, label: 'Parent' }),
    complaintType: choice(complaintTypes, { label: 'Type' }),
    departmentId: reference(department, {
      optional: true,
      hint: 'Leave empty for the department that sells to the customer',
    }),
    slaHours: integer({
      min: 1,
      max: 9999,
      default: 72,
      label: 'SLA in hours',
      hint: 'Working hours until it must be resolved',
    }),
    needsInvoice: flag({ default: true, label: 'Needs an invoice' }),
    needsBatch: flag({ label: 'Needs a batch' }),
    needsAttachment: flag({ label: 'Needs a file' }),
  },
  key: ['code'],
  display: ['name'],
  list: ['code', 'name', 'parentCategoryId', 'complaintType', 'departmentId', 'slaHours'],
  filters: ['complaintType'],
  search: ['code', 'name'],
  indexes: [['parentCategoryId']],
  access: complaintCategories,
  everyRow: ['CUSTOMER', 'DISTRIBUTOR', 'DISPATCH', 'TRANSPORTER'],
})

export type ComplaintCategory = Row<typeof complaintCategory>
