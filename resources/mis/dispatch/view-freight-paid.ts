import { customerFreight } from '../../access.ts'
import { customer } from '../../access-control/customer.ts'
import { choice, code, date, money, reference, text } from '../../define/fields.ts'
import { report } from '../../define/report.ts'
import { invoice } from '../../dispatches/invoice.ts'
import { sbu } from '../../masters/sbu.ts'
import { plant } from '../../settings/plant.ts'
import { freightTerms } from '../../trade.ts'

/** Freight that customers bore: billed by us, paid to the transporter, or of their own transport. */
export const viewFreightPaid = report({
  name: 'view-freight-paid',
  title: 'View Freight Paid By Customer',
  purpose:
    'Freight that customers paid, billed to them or to the transporter, or with own transport, on the invoice date.',
  fields: {
    invoiceId: reference(invoice, { label: 'Invoice' }),
    invoiceNo: code({ max: 16, label: 'Invoice no' }),
    invoiceDate: date({ label: 'Date' }),
    soldToId: reference(customer, { label: 'Customer' }),
    sbuId: reference(sbu),
    plantId: reference(plant),
    freightTerms: choice(freightTerms, { optional: true }),
    billedFreight: money({ label: 'Billed in the invoice', nature: 'amount' }),
    toPayFreight: money({ label: 'Paid to the transporter', hint: 'Share of the freight of LRs that the buyer pays' }),
    ownFreight: money({ label: 'Own transport', hint: 'Where the goods were collected' }),
    totalFreight: money({ label: 'Total', nature: 'amount' }),
    lrNos: text({ audience: 'readers', max: 255, optional: true, label: 'LR' }),
    transporters: text({ audience: 'readers', max: 255, optional: true, label: 'Transporter' }),
  },
  display: ['invoiceNo', 'invoiceDate'],
  list: [
    'invoiceNo',
    'invoiceDate',
    'soldToId',
    'freightTerms',
    'billedFreight',
    'toPayFreight',
    'ownFreight',
    'totalFreight',
    'lrNos',
    'transporters',
  ],
  filters: ['invoiceDate', 'freightTerms', 'soldToId', 'sbuId', 'plantId'],
  totals: ['billedFreight', 'toPayFreight', 'ownFreight', 'totalFreight'],
  groups: ['invoiceDate', 'freightTerms', 'soldToId', 'sbuId', 'plantId'],
  search: ['invoiceNo'],
  sort: ['-invoiceDate', '-id'],
  period: { field: 'invoiceDate', opens: 'this-month' },
  access: customerFreight,
  within: {
    CUSTOMER: { soldToId: 'ownCustomer' },
    DISTRIBUTOR: { soldToId: 'ownCustomer' },
    DISPATCH: { plantId: 'myPlants' },
  },
})
