import { dispatches } from '../access.ts'
import { code, integer, reference, text } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { invoice } from '../dispatches/invoice.ts'
import { lr } from '../dispatches/lr.ts'
import { lrLine } from '../dispatches/lr-line.ts'
import { sapDelivery } from '../dispatches/sap-delivery.ts'
import { stateCity } from '../masters/state-city.ts'
import { transporter } from '../masters/transporter.ts'

const { fields } = lr

/** The columns that all rows of one LR repeat. */
const header = {
  lrNo: fields.lrNo,
  lrDate: fields.lrDate,
  transporterId: reference(transporter, { aliases: ['transporter_code'] }),
  transMode: { ...fields.transMode, aliases: ['trans_mode'] },
  freightTerms: fields.freightTerms,
  vehicleNo: fields.vehicleNo,
  packages: fields.packages,
  actualWeightKg: { ...fields.actualWeightKg, aliases: ['actual_weight_kg'] },
  chargedWeightKg: {
    ...fields.chargedWeightKg,
    optional: true as const,
    aliases: ['charged_weight_kg'],
    hint: 'Leave empty to charge the actual weight',
  },
  freightAmount: fields.freightAmount,
  otherCharges: fields.otherCharges,
  distanceKm: { ...fields.distanceKm, aliases: ['distance_km'] },
  toCityId: reference(stateCity, { optional: true, label: 'To city', aliases: ['to_city'] }),
  hasHazard: fields.hasHazard,
  unNumber: fields.unNumber,
  driverIsTrained: fields.driverIsTrained,
  loggerNo: { ...fields.loggerNo, aliases: ['logger_no'] },
  backdateReason: { ...fields.backdateReason, aliases: ['backdate_reason'] },
  termsReason: { ...fields.termsReason, aliases: ['terms_reason'] },
  remarks: fields.remarks,
}

export const lrHeaderFields = Object.keys(header) as (keyof typeof header)[]

/** The columns of a file of LRs: a row for each invoice, with the values of its LR repeated. */
export const lrSheet = resource({
  group: 'dispatches',
  name: 'add-lr-details',
  title: 'Lorry Receipts',
  purpose: 'The LRs of a day: a row for each invoice or delivery, the values of the LR repeated.',
  fields: {
    ...header,
    invoiceId: reference(invoice, { optional: true, aliases: ['invoice_no'] }),
    deliveryId: reference(sapDelivery, {
      optional: true,
      label: 'Delivery',
      aliases: ['delivery_no'],
      hint: 'In place of an invoice, of goods that are free of charge',
    }),
    linePackages: integer({ min: 0, optional: true, label: 'Line packages', hint: 'The items of this invoice' }),
    ewayBillNo: text({ max: 12, format: 'eway', optional: true, label: 'E-way bill', aliases: ['eway_bill_no'] }),
    challanNo: code({ max: 16, optional: true, label: lrLine.fields.challanNo.label, aliases: ['challan_no'] }),
  },
  key: ['lrNo', 'transporterId', 'invoiceId', 'deliveryId'],
  rules: [
    {
      field: 'chargedWeightKg',
      code: 'RANGE',
      message: 'must not be less than the actual weight',
      check: row => row.chargedWeightKg === null || row.chargedWeightKg >= row.actualWeightKg,
    },
  ],
  access: dispatches,
})
