import { tracking } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { choice, code, date, flag, integer, reference, text } from '../define/fields.ts'
import { report } from '../define/report.ts'
import { lr } from '../dispatches/lr.ts'
import { deliveryStatusWords } from '../dispatches/lr-status.ts'
import { stateCity } from '../masters/state-city.ts'
import { transporter } from '../masters/transporter.ts'
import { plant } from '../settings/plant.ts'
import { businessLines, deliveryStatuses, transModes } from '../trade.ts'
import { sigmaCustomers } from './sigma-customers.ts'

/** Whose shipments a person follows: as LRs and shipments, those of the sister business by their maps. */
const withinShipments = {
  CUSTOMER: [{ customerId: 'ownCustomer' }, { lrId: 'lrsInMyScope' }],
  DISTRIBUTOR: [{ customerId: 'ownCustomer' }, { lrId: 'lrsInMyScope' }],
  SALES_REP: [{ id: 'shipmentsOfMyCustomers' }, { lrId: 'lrsInMyScope' }],
  SALES_MANAGER: [{ id: 'shipmentsOfMyCustomers' }, { lrId: 'lrsInMyScope' }],
  CSC_AGENT: { lrId: 'lrsInMyScope' },
  DISPATCH: [{ plantId: 'myPlants' }, { lrId: 'sigmaLrsIFollow' }],
  TRANSPORTER: { transporterId: 'ownTransporter' },
} as const

/** Every shipment that a person may follow, by all its numbers. */
export const searchShipments = report({
  name: 'search-shipments',
  path: 'shipment-tracking/search-shipments',
  title: 'Search Shipments',
  purpose: 'Find a shipment by any of its numbers and follow its status.',
  fields: {
    shipmentNo: text({ max: 14, label: 'Tracking number' }),
    lrId: reference(lr, { label: 'LR' }),
    lrNo: code({ max: 20, label: 'LR no' }),
    formerNos: lr.fields.formerNos,
    lrDate: date({ label: 'Dispatched' }),
    businessLine: choice(businessLines),
    // Of a customer it is themself in each row.
    customerId: reference(customer, { optional: true, hiddenFrom: ['CUSTOMER'] }),
    sigmaCustomerId: reference(sigmaCustomers, { optional: true, label: 'Sigma customer' }),
    transporterId: reference(transporter),
    plantId: reference(plant, { optional: true }),
    sigmaPlantCode: code({ max: 4, optional: true, label: 'Sigma plant' }),
    fromCityId: reference(stateCity, { label: 'From' }),
    toCityId: reference(stateCity, { label: 'To' }),
    transMode: choice(transModes, { label: 'Mode of transport' }),
    packages: integer(),
    deliveryStatus: choice(deliveryStatuses, { words: deliveryStatusWords, label: 'Status' }),
    expectedDeliveryDate: date({ label: 'Expected' }),
    originalExpectedDate: date({ optional: true, label: 'Promised first' }),
    deliveredOn: date({ optional: true, label: 'Delivered' }),
    isLate: flag({
      optional: true,
      default: undefined,
      tones: { true: 'bad' },
      label: 'Late',
      hint: 'After the date that was promised first; empty before it, and where the receiver was the cause',
    }),
    podStatus: choice(lr.fields.podStatus.options!, { label: 'POD' }),
    orderNos: text({ max: 255, optional: true, label: 'Orders' }),
    invoiceNos: text({ max: 255, optional: true, label: 'Invoices' }),
  },
  display: ['shipmentNo'],
  list: [
    'shipmentNo',
    'lrNo',
    'lrDate',
    'deliveryStatus',
    'expectedDeliveryDate',
    'deliveredOn',
    'isLate',
    'customerId',
    'toCityId',
    'transporterId',
    'packages',
  ],
  filters: [
    'lrDate',
    'shipmentNo',
    'lrNo',
    'orderNos',
    'invoiceNos',
    'customerId',
    'sigmaCustomerId',
    'transporterId',
    'plantId',
    'deliveryStatus',
    'originalExpectedDate',
    'businessLine',
    'isLate',
  ],
  search: ['shipmentNo', 'lrNo', 'formerNos', 'orderNos', 'invoiceNos'],
  sort: ['-id'],
  period: { field: 'lrDate', opens: 'last-90-days' },
  access: tracking,
  within: withinShipments,
})
