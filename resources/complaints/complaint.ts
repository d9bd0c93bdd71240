import { complaints } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { employee } from '../access-control/employee.ts'
import { choice, instant, integer, quantity, reference, self, text } from '../define/fields.ts'
import { openWhile, statusField } from '../define/process/states.ts'
import { type Row, record } from '../define/resource.ts'
import { invoice } from '../dispatches/invoice.ts'
import { invoiceLine } from '../dispatches/invoice-line.ts'
import { lr } from '../dispatches/lr.ts'
import { complaintCategory } from '../masters/complaint-category.ts'
import { products } from '../masters/products.ts'
import { sbu } from '../masters/sbu.ts'
import { order } from '../orders/order.ts'
import { plant } from '../settings/plant.ts'
import { user } from '../settings/user.ts'
import { complaintTypes } from '../trade.ts'
import { complaintStates, resolutions } from './complaint-states.ts'
import { isNoteToCheckField, namedNoteFields } from './named-note.ts'
import { slaField } from './sla-clock.ts'

/** The complaints that the dispatch desk helps with, and those of QA. */
const ofDispatch = ['DELIVERY', 'DAMAGE', 'SHORT_SUPPLY'] as const
const ofQuality = ['PRODUCT_QUALITY'] as const
const unseenOutside = ['CUSTOMER', 'DISTRIBUTOR', 'DISPATCH'] as const

const priorities = ['LOW', 'NORMAL', 'HIGH', 'CRITICAL'] as const

/** What a customer complains about, who answers it and by when. It repeats type, SBU and plant, which scopes need. */
export const complaint = record({
  path: 'complaints',
  name: 'complaint',
  title: 'Complaints',
  purpose: 'Customer complaints: owner, due date and resolution.',
  fields: {
    complaintNo: text({ max: 14, label: 'Number' }),
    customerId: reference(customer),
    categoryId: reference(complaintCategory),
    complaintType: choice(complaintTypes, { label: 'Type' }),
    sbuId: reference(sbu),
    plantId: reference(plant, { optional: true }),
    orderId: reference(order, { optional: true }),
    invoiceId: reference(invoice, { optional: true }),
    invoiceLineId: reference(invoiceLine, { optional: true, label: 'Invoice line' }),
    lrId: reference(lr, { optional: true, label: 'LR' }),
    productId: reference(products, { optional: true }),
    batchNo: text({ max: 10, format: 'batch', optional: true, label: 'Batch' }),
    affectedQty: quantity({ optional: true, label: 'Quantity affected', hint: 'In the unit of the invoice' }),
    description: text({ max: 4000, long: true, label: 'What is wrong' }),
    priority: choice(priorities, { default: 'NORMAL' }),
    status: statusField(complaintStates),
    ownerEmployeeId: reference(employee, { optional: true, label: 'Owner', audience: 'staff' }),
    dueAt: instant({ label: 'Due' }),
    pausedAt: instant({ optional: true, label: 'SLA clock paused since' }),
    pausedMinutes: integer({ min: 0, default: 0, label: 'Minutes paused', hint: 'Office time' }),
    resolution: choice(resolutions, { optional: true }),
    rootCause: text({ max: 255, optional: true, long: true, audience: 'staff' }),
    capa: text({ max: 500, optional: true, long: true, label: 'CAPA', audience: 'staff' }),
    settlementNoteNo: text({
      max: 16,
      optional: true,
      label: 'Credit note',
      hint: 'Found by the reading of invoices from SAP where it is left empty',
    }),
    ...namedNoteFields,
    resolvedAt: instant({ optional: true, label: 'Resolved' }),
    resolvedById: reference(user, { optional: true, label: 'Resolved by', audience: 'staff' }),
    closedAt: instant({ optional: true, label: 'Closed' }),
    reopenCount: integer({ min: 0, default: 0, label: 'Times reopened' }),
    escalatedAt: instant({ optional: true, label: 'Escalated', hiddenFrom: unseenOutside }),
    escalatedToId: reference(user, { optional: true, label: 'Escalated to', audience: 'staff' }),
    source: choice(['PORTAL', 'EMPLOYEE', 'FEEDBACK'], { default: 'PORTAL', hiddenFrom: unseenOutside }),
    followsId: self({ optional: true, label: 'Follows complaint' }),
  },
  key: ['complaintNo'],
  leads: ['customerId', 'status', 'sla', 'dueAt', 'complaintNo', 'categoryId'],
  list: [
    'complaintNo',
    'customerId',
    'categoryId',
    'priority',
    'status',
    'sla',
    'dueAt',
    'ownerEmployeeId',
    'createdAt',
  ],
  computed: {
    sla: slaField,
    ageDays: integer({ label: 'Days', hint: 'Time from opening to the resolution' }),
    isNoteToCheck: isNoteToCheckField,
  },
  filters: ['status', 'categoryId', 'complaintType', 'ownerEmployeeId', 'sla', 'ageDays', 'customerId', 'createdAt'],
  search: ['complaintNo', 'batchNo', 'description'],
  sort: ['-id'],
  indexes: [
    ['customerId', 'status'],
    ['status', 'dueAt'],
    ['sbuId', 'status'],
    ['ownerEmployeeId', 'status'],
    ['complaintType', 'status'],
    ['productId', 'batchNo'],
    ['invoiceId'],
    ['lrId'],
    ['orderId'],
    ['plantId'],
    ['categoryId'],
    ['namedNoteNo'],
  ],
  access: complaints,
  openIf: openWhile(complaintStates),
  within: {
    CUSTOMER: { customerId: 'ownCustomer' },
    DISTRIBUTOR: { customerId: 'ownCustomer' },
    SALES_REP: { customerId: 'myCustomers' },
    SALES_MANAGER: { customerId: 'myCustomers' },
    CSC_AGENT: { sbuId: 'mySbus' },
    DISPATCH: { plantId: 'myPlants', complaintType: ofDispatch },
    QA: { complaintType: ofQuality },
  },
})

export type Complaint = Row<typeof complaint>
