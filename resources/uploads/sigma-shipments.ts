import { dispatches } from '../access.ts'
import { choice, code, date, integer, money, reference, text, weight } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { transporter } from '../masters/transporter.ts'
import { sigmaCustomers } from '../shipment-tracking/sigma-customers.ts'
import { carriedModes } from '../trade.ts'

/** The columns of a file of shipments of the sister business: a row for each invoice on an LR. */
export const sigmaShipmentSheet = resource({
  group: 'shipment-tracking',
  name: 'sigma-shipments',
  title: 'Sigma Shipments',
  purpose: 'LRs of the sister business, which are only tracked here: a row for each invoice on an LR.',
  fields: {
    lrNo: code({ max: 20, label: 'LR no' }),
    lrDate: date({ label: 'LR date' }),
    transporterId: reference(transporter, { aliases: ['transporter_code'] }),
    sigmaPlantCode: code({ max: 4, label: 'Sigma plant code' }),
    sigmaCustomerId: reference(sigmaCustomers, { aliases: ['sigma_customer_code'] }),
    sigmaInvoiceNo: code({ max: 16, label: 'Sigma invoice no' }),
    invoiceValue: money({ min: 0, optional: true }),
    packages: integer({ min: 1 }),
    weightKg: weight({ label: 'Weight kg' }),
    transMode: choice(carriedModes, { label: 'Mode of transport' }),
    fromCity: text({ max: 60 }),
    toCity: text({ max: 60 }),
    toPincode: text({ max: 6, format: 'pincode', label: 'To PIN code' }),
    expectedDeliveryDate: date({ optional: true }),
  },
  key: ['lrNo', 'transporterId', 'sigmaInvoiceNo'],
  access: dispatches,
})

/** What every row of one LR says alike. */
export const sigmaHeader = [
  'lrNo',
  'lrDate',
  'transporterId',
  'sigmaPlantCode',
  'sigmaCustomerId',
  'transMode',
  'fromCity',
  'toCity',
  'toPincode',
  'expectedDeliveryDate',
] as const
/** What a row says of its invoice. */
export const sigmaInvoice = ['sigmaInvoiceNo', 'invoiceValue', 'packages', 'weightKg'] as const
