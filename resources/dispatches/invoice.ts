import { dispatches } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { shipTo } from '../access-control/ship-to.ts'
import { choice, code, date, flag, instant, integer, money, reference, text } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { sbu } from '../masters/sbu.ts'
import { order } from '../orders/order.ts'
import { salesStamps } from '../sales-stamps.ts'
import { plant } from '../settings/plant.ts'
import { invoiceTypes, transModes } from '../trade.ts'

/**
 * How far the goods of an invoice have come; PARTIAL: some arrived or left, the rest has not. The last two never wait: no
 * goods of ours hang on the invoice.
 */
export const dispatchStatuses = [
  'PENDING',
  'ON_LR',
  'PWC_READY',
  'COLLECTED',
  'PARTIAL',
  'DELIVERED',
  'RETURNED',
  'LOST',
  'SHIPPED_BY_OUR_SUPPLIER',
  'NOTHING_TO_SEND',
] as const

/** SAP's invoice with the portal's dispatch status. A transporter sees no value of it. */
export const invoice = record({
  path: 'invoices',
  name: 'invoice',
  title: 'Invoices',
  purpose: 'Invoices, credit and debit notes from SAP, with their delivery status.',
  fields: {
    invoiceNo: code({ max: 16 }),
    sapBillingDoc: text({ max: 10, unique: true, label: 'SAP billing document' }),
    invoiceType: choice(invoiceTypes),
    invoiceDate: date(),
    sapOrderNo: text({ max: 10, optional: true }),
    orderId: reference(order, { optional: true }),
    soldToId: reference(customer, { label: 'Sold-to' }),
    payerId: reference(customer, { optional: true }),
    shipToId: reference(shipTo, { optional: true, label: 'Ship-to' }),
    plantId: reference(plant),
    sbuId: reference(sbu),
    netValue: money({ hiddenFrom: ['TRANSPORTER'] }),
    freightValue: money({ default: 0, hiddenFrom: ['TRANSPORTER'] }),
    cgst: money({ default: 0, label: 'CGST', hiddenFrom: ['TRANSPORTER'] }),
    sgst: money({ default: 0, label: 'SGST', hiddenFrom: ['TRANSPORTER'] }),
    igst: money({ default: 0, label: 'IGST', hiddenFrom: ['TRANSPORTER'] }),
    cess: money({ default: 0, hiddenFrom: ['TRANSPORTER'] }),
    tcs: money({ default: 0, label: 'TCS', hiddenFrom: ['TRANSPORTER'] }),
    roundOff: money({ default: 0, hiddenFrom: ['TRANSPORTER'] }),
    grossValue: money({ hiddenFrom: ['TRANSPORTER'] }),
    taxDifference: money({
      default: 0,
      label: 'Tax differs by',
      hint: 'SAP’s GST less that by the rates of the products; SAP’s counts',
      audience: 'staff',
    }),
    dueDate: date(),
    irn: text({ max: 64, format: 'irn', optional: true, label: 'IRN' }),
    ewayBillNo: text({ max: 12, format: 'eway', optional: true, label: 'E-way bill' }),
    ewayValidTo: instant({ optional: true, label: 'E-way bill valid to' }),
    sapDeliveryNo: text({ max: 10, optional: true }),
    isCancelled: flag(),
    cancelledOn: date({
      optional: true,
      label: 'Cancelled on',
      hint: 'Date of the cancellation in SAP; sales are reversed on this date',
    }),
    cancelSeenOn: date({
      optional: true,
      label: 'Cancellation entered on',
      hint: 'A cancellation may be dated back',
      audience: 'staff',
    }),
    cancellationDoc: text({ max: 10, optional: true, label: 'Cancelled by', hint: 'SAP’s cancellation document' }),
    isCleared: flag({ label: 'Cleared in SAP' }),
    packages: integer({ min: 1, optional: true, hint: 'Total value, once a part of the goods is dispatched' }),
    dispatchStatus: choice(dispatchStatuses, { default: 'PENDING' }),
    transMode: choice(transModes, {
      optional: true,
      label: 'Mode of transport',
      hint: 'The one selected for this invoice; otherwise the one of the order',
    }),
    deskTask: text({
      max: 255,
      optional: true,
      label: 'Task of the desk',
      audience: 'staff',
    }),
    settledAt: instant({
      optional: true,
      label: 'Settled at',
      hint: 'Goods that came back or were lost and are not sent again',
    }),
    settlementReason: text({ audience: 'site', max: 255, optional: true }),
    settlementNoteNo: code({ max: 16, optional: true, label: 'Credit note', hiddenFrom: ['TRANSPORTER'] }),
    ...salesStamps,
  },
  key: ['invoiceNo'],
  leads: ['soldToId', 'grossValue', 'dispatchStatus', 'dueDate', 'invoiceNo', 'invoiceDate'],
  leadsFor: { DISPATCH: ['shipToId', 'dispatchStatus', 'invoiceDate', 'grossValue', 'invoiceNo', 'orderId'] },
  list: [
    'invoiceNo',
    'invoiceDate',
    'soldToId',
    'shipToId',
    'plantId',
    'grossValue',
    'dispatchStatus',
    'orderId',
    'isCancelled',
  ],
  computed: { isCollected: flag({ label: 'Party will collect' }) },
  search: ['invoiceNo', 'sapBillingDoc', 'sapOrderNo', 'sapDeliveryNo'],
  sort: ['-id'],
  indexes: [
    ['dispatchStatus', 'plantId'],
    ['orderId'],
    ['sapOrderNo'],
    ['soldToId', 'invoiceDate'],
    ['payerId', 'isCancelled', 'isCleared'],
    ['cancelledOn'],
    ['shipToId'],
    ['ewayBillNo'],
    ['plantId', 'invoiceDate'],
    ['sbuId', 'invoiceDate'],
    ['invoiceDate'],
  ],
  access: dispatches,
  openIf: { dispatchStatus: 'PENDING', invoiceType: 'INVOICE', isCancelled: false },
  within: {
    CUSTOMER: { soldToId: 'ownCustomer' },
    DISTRIBUTOR: { soldToId: 'ownCustomer' },
    SALES_REP: { soldToId: 'myCustomers' },
    SALES_MANAGER: [{ soldToId: 'myCustomers' }, { id: 'invoicesOfMyCluster' }],
    CSC_AGENT: { sbuId: 'mySbus' },
    EUD_APPROVER: { sbuId: 'mySbus' },
    DISPATCH: { plantId: 'myPlants' },
    TRANSPORTER: { id: 'invoicesInMyScope' },
  },
})

export type Invoice = Row<typeof invoice>
