import { collections } from '../../access.ts'
import { customer } from '../../access-control/customer.ts'
import { choice, date, file, flag, instant, integer, money, reference, text } from '../../define/fields.ts'
import { openWhile, statusField } from '../../define/process/states.ts'
import { type Row, record } from '../../define/resource.ts'
import { sbu } from '../../masters/sbu.ts'
import { plant } from '../../settings/plant.ts'
import { invoice } from '../invoice.ts'
import { withinDeliveries } from '../scopes.ts'
import { collectorIds } from './collector.ts'
import { pwcStates } from './pwc-states.ts'

/**
 * Who collects the goods of an invoice, with which authority, and whether they did. An invoice has one that is not
 * EXPIRED or CANCELLED.
 */
export const pwcCollection = record({
  path: 'pwc-collections',
  name: 'pwc-collection',
  title: 'Collections by the party',
  purpose: 'Who collects which goods, with gate pass and hand-over.',
  fields: {
    gatepassNo: text({ max: 14, label: 'Gate pass' }),
    invoiceId: reference(invoice),
    /** Its invoice, until it expires or is cancelled: two cannot hold one invoice. */
    heldInvoiceId: reference(invoice, { optional: true, unique: true, label: 'Holds invoice' }),
    soldToId: reference(customer, { label: 'Sold-to' }),
    plantId: reference(plant),
    sbuId: reference(sbu),
    collectorName: text({ max: 60, label: 'Collector' }),
    collectorMobile: text({ max: 10, format: 'mobile', label: 'Mobile of the collector' }),
    collectorIdType: choice(collectorIds, { label: 'Identity document' }),
    collectorIdNo: text({ max: 20, secret: true, label: 'Document number' }),
    collectorIdMark: text({ max: 20, label: 'Document ends in', hint: 'The full number is never shown' }),
    authorityAttachmentId: file({ sentFor: 'PWC', accept: '.pdf,.png,.jpg', label: 'Authority letter' }),
    vehicleNo: text({ max: 15, format: 'vehicle', optional: true, label: 'Vehicle' }),
    packages: integer({ min: 1 }),
    status: statusField(pwcStates),
    readyAt: instant({ optional: true, label: 'Ready since' }),
    expiresOn: date({ optional: true, label: 'Kept until' }),
    collectedAt: instant({ optional: true, label: 'Collected' }),
    otpVerified: flag({ label: 'Code verified' }),
    otpHash: text({ max: 64, optional: true, secret: true }),
    otpTries: integer({ min: 0, default: 0, secret: true }),
    freightPaidByCustomer: money({
      min: 0,
      default: 0,
      label: 'Freight paid by the customer',
      hint: 'Cost of the customer’s own transport, if reimbursed',
    }),
    reason: text({
      audience: 'readers',
      max: 255,
      optional: true,
      hint: 'Why it was cancelled, or its freight corrected',
    }),
  },
  key: ['gatepassNo'],
  leads: ['soldToId', 'status', 'readyAt', 'gatepassNo', 'invoiceId', 'plantId'],
  list: ['gatepassNo', 'invoiceId', 'soldToId', 'plantId', 'collectorName', 'status', 'readyAt', 'collectedAt'],
  filters: ['status', 'plantId', 'soldToId'],
  search: ['gatepassNo', 'collectorName', 'vehicleNo'],
  sort: ['-id'],
  indexes: [
    ['invoiceId'],
    ['status', 'expiresOn'],
    ['plantId', 'status'],
    ['soldToId'],
    ['sbuId'],
    ['authorityAttachmentId'],
  ],
  access: collections,
  openIf: openWhile(pwcStates),
  within: {
    ...withinDeliveries,
    SALES_MANAGER: [withinDeliveries.SALES_MANAGER, { invoiceId: 'invoicesOfMyCluster' }],
  },
})

export type PwcCollection = Row<typeof pwcCollection>
