import { lrReport } from '../../access.ts'
import { customer } from '../../access-control/customer.ts'
import { choice, code, date, integer, money, reference, text, weight } from '../../define/fields.ts'
import { report } from '../../define/report.ts'
import { lr } from '../../dispatches/lr.ts'
import { deliveryStatusWords } from '../../dispatches/lr-status.ts'
import { stateCity } from '../../masters/state-city.ts'
import { transporter } from '../../masters/transporter.ts'
import { plant } from '../../settings/plant.ts'
import { sigmaCustomers } from '../../shipment-tracking/sigma-customers.ts'
import { businessLines, carriedModes, deliveryStatuses, freightTerms } from '../../trade.ts'

const { podStatus, billStatus } = lr.fields

/** Every LR of a period with its goods, freight, delivery and papers; as a list and as a file. */
export const lrDetails = report({
  name: 'lrdetails',
  title: 'LR Details',
  purpose: 'All LRs with their goods, cost, delivery and documents, on the LR date.',
  fields: {
    lrId: reference(lr, { label: 'LR' }),
    lrNo: code({ max: 20, label: 'LR no' }),
    lrDate: date({ label: 'LR date' }),
    plantId: reference(plant, { optional: true }),
    transporterId: reference(transporter),
    transMode: choice(carriedModes, { label: 'Mode of transport' }),
    freightTerms: choice(freightTerms),
    vehicleNo: text({ max: 12, optional: true }),
    businessLine: choice(businessLines),
    invoiceNos: text({ max: 255, optional: true, label: 'Invoices' }),
    sbuCodes: text({ audience: 'readers', max: 255, optional: true, label: 'SBUs', hint: 'The SBUs of its invoices' }),
    customerId: reference(customer, { optional: true, hint: 'Consignee' }),
    sigmaCustomerId: reference(sigmaCustomers, { optional: true, label: 'Sigma customer' }),
    toCityId: reference(stateCity, { label: 'To' }),
    packages: integer(),
    actualWeightKg: weight({ label: 'Actual weight' }),
    chargedWeightKg: weight({ label: 'Charged weight' }),
    declaredValue: money({ label: 'Value', hint: 'The value declared on the LR' }),
    freightAmount: money({ label: 'Freight', hint: 'As entered on the LR, also where the consignee pays it' }),
    otherCharges: money(),
    expectedDeliveryDate: date({ label: 'Expected' }),
    deliveredOn: date({ optional: true, label: 'Delivered' }),
    delayDays: integer({
      optional: true,
      label: 'Days late',
      hint: 'After the date that was promised first, up to today',
    }),
    deliveryStatus: choice(deliveryStatuses, { words: deliveryStatusWords, label: 'Status' }),
    podStatus,
    billStatus,
    ewayBillNos: text({ max: 255, optional: true, label: 'E-way bills' }),
    consolidatedEwayNo: text({ max: 12, optional: true, label: 'Consolidated e-way bill' }),
  },
  display: ['lrNo', 'lrDate'],
  list: [
    'lrNo',
    'lrDate',
    'plantId',
    'transporterId',
    'transMode',
    'vehicleNo',
    'invoiceNos',
    'customerId',
    'toCityId',
    'packages',
    'chargedWeightKg',
    'declaredValue',
    'freightAmount',
    'expectedDeliveryDate',
    'deliveredOn',
    'delayDays',
    'deliveryStatus',
    'podStatus',
    'billStatus',
    'ewayBillNos',
  ],
  filters: [
    'lrDate',
    'plantId',
    'transporterId',
    'transMode',
    'deliveryStatus',
    'podStatus',
    'billStatus',
    'customerId',
    'customerId.channelId',
    'toCityId.zoneAreaId.zoneId',
    'sbuCodes',
    'invoiceNos',
    'businessLine',
  ],
  totals: ['packages', 'actualWeightKg', 'chargedWeightKg', 'declaredValue', 'freightAmount', 'otherCharges'],
  groups: [
    ...['transporterId', 'plantId', 'transMode', 'customerId', 'customerId.channelId', 'toCityId.zoneAreaId.zoneId'],
    ...['deliveryStatus', 'podStatus', 'billStatus', 'businessLine', 'lrDate'],
  ] as const,
  search: ['lrNo', 'vehicleNo', 'invoiceNos', 'ewayBillNos'],
  sort: ['-lrDate', '-id'],
  period: { field: 'lrDate', opens: 'last-30-days' },
  access: lrReport,
  within: {
    SALES_REP: { lrId: 'lrsInMyScope' },
    SALES_MANAGER: { lrId: 'lrsInMyScope' },
    CSC_AGENT: { lrId: 'lrsInMyScope' },
    DISPATCH: [{ plantId: 'myPlants' }, { lrId: 'sigmaLrsIFollow' }],
    TRANSPORTER: { transporterId: 'ownTransporter' },
  },
})
