import { dispatches } from '../access.ts'
import { choice, code, date, integer, money, percent, quantity, reference, text, weight } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { products } from '../masters/products.ts'
import { orderLine } from '../orders/order-line.ts'
import { invoice } from './invoice.ts'

/** A batch of a product on an invoice. */
export const invoiceLine = record({
  path: 'invoice-lines',
  name: 'invoice-line',
  title: 'Invoice Lines',
  purpose: 'The products and batches of each invoice.',
  fields: {
    invoiceId: reference(invoice),
    lineNo: integer({ min: 1, label: 'Line' }),
    orderLineId: reference(orderLine, { optional: true }),
    productId: reference(products),
    batchNo: text({ max: 10, format: 'batch', optional: true }),
    expiryDate: date({ optional: true }),
    qty: quantity({ label: 'Quantity' }),
    uom: code({ max: 3 }),
    baseQty: quantity({ optional: true, label: 'In base unit' }),
    baseUom: code({ max: 3, optional: true, label: 'Base unit' }),
    sapDeliveryNo: text({ max: 10, optional: true, label: 'SAP delivery' }),
    refDoc: text({ max: 10, optional: true, label: 'Refers to document', audience: 'staff' }),
    refItem: text({ max: 6, optional: true, label: 'Refers to item', audience: 'staff' }),
    refCategory: text({ max: 4, optional: true, label: 'Kind of document', audience: 'staff' }),
    suppliedAs: choice(['GOODS', 'SUPPLIER', 'SERVICE'], {
      default: 'GOODS',
      words: {
        staff: { GOODS: 'Goods', SUPPLIER: 'Shipped by our supplier', SERVICE: 'Service' },
        buyer: { GOODS: 'Goods', SUPPLIER: 'Shipped by our supplier', SERVICE: 'Service' },
      },
      label: 'Supplied as',
      hint: 'Only goods of ours wait for dispatch',
    }),
    unitPrice: money({ hiddenFrom: ['TRANSPORTER'], nature: 'amount' }),
    netValue: money({ hiddenFrom: ['TRANSPORTER'], nature: 'amount' }),
    gstRate: percent({ max: 40, hiddenFrom: ['TRANSPORTER'] }),
    taxValue: money({ hiddenFrom: ['TRANSPORTER'], nature: 'amount' }),
    grossWeightKg: weight({ default: 0, label: 'Gross weight' }),
  },
  computed: { hsnCode: code({ max: 8, optional: true, label: 'HSN' }) },
  key: ['invoiceId', 'lineNo'],
  display: ['invoiceId', 'lineNo'],
  list: ['invoiceId', 'lineNo', 'productId', 'batchNo', 'expiryDate', 'qty', 'uom', 'unitPrice', 'netValue'],
  search: ['batchNo'],
  sort: ['invoiceId', 'lineNo'],
  indexes: [['orderLineId'], ['productId', 'batchNo']],
  access: dispatches,
  within: {
    CUSTOMER: { invoiceId: 'invoicesInMyScope' },
    DISTRIBUTOR: { invoiceId: 'invoicesInMyScope' },
    SALES_REP: { invoiceId: 'invoicesInMyScope' },
    SALES_MANAGER: { invoiceId: 'invoicesInMyScope' },
    CSC_AGENT: { invoiceId: 'invoicesInMyScope' },
    EUD_APPROVER: { invoiceId: 'invoicesInMyScope' },
    DISPATCH: { invoiceId: 'invoicesInMyScope' },
    TRANSPORTER: { invoiceId: 'invoicesInMyScope' },
  },
})

export type InvoiceLine = Row<typeof invoiceLine>
