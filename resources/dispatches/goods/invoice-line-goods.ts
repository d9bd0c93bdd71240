import { deliveries } from '../../access.ts'
import { quantity, reference } from '../../define/fields.ts'
import { type Row, record } from '../../define/resource.ts'
import { invoice } from '../invoice.ts'
import { invoiceLine } from '../invoice-line.ts'
import { sapDeliveryLine } from '../sap-delivery-line.ts'

// Carriers read no deliveries.
const { TRANSPORTER: _, ...ofReaders } = invoiceLine.within

/** How much of the goods of a delivery a line of a valid invoice bills, in the unit of the delivery. It repeats the invoice, which scopes need. */
export const invoiceLineGoods = record({
  path: 'invoice-line-goods',
  name: 'invoice-line-goods',
  title: 'Goods of Invoices',
  purpose: 'The goods that invoices bill.',
  fields: {
    invoiceLineId: reference(invoiceLine),
    invoiceId: reference(invoice),
    deliveryLineId: reference(sapDeliveryLine, { label: 'Goods' }),
    qty: quantity({ label: 'Quantity' }),
  },
  key: ['invoiceLineId', 'deliveryLineId'],
  display: ['invoiceLineId', 'deliveryLineId'],
  list: ['invoiceLineId', 'deliveryLineId', 'qty'],
  search: [],
  sort: ['-id'],
  indexes: [['deliveryLineId'], ['invoiceId']],
  access: deliveries,
  within: ofReaders,
})

export type InvoiceLineGoods = Row<typeof invoiceLineGoods>
