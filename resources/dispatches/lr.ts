import { dispatches } from '../access.ts'
import { choice, code, date, file, flag, integer, money, reference, text, weight } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { stateCity } from '../masters/state-city.ts'
import { transporter } from '../masters/transporter.ts'
import { plant } from '../settings/plant.ts'
import { businessLines, deliveryStatuses, freightTerms, transModes } from '../trade.ts'

/** A lorry receipt, the bilty: the carrier's receipt for the goods. */
export const lr = record({
  path: 'lrs',
  name: 'lr',
  title: 'Lorry Receipts',
  purpose: 'The lorry receipts: what went with which carrier, and where it is.',
  fields: {
    lrNo: code({ max: 20, label: 'LR number' }),
    transporterId: reference(transporter),
    fy: text({ max: 4, label: 'Financial year' }),
    lrDate: date(),
    businessLine: choice(businessLines, { default: 'CORE' }),
    plantId: reference(plant, { optional: true }),
    sigmaPlantCode: code({ max: 4, optional: true }),
    transMode: choice(transModes, { label: 'Mode of transport' }),
    freightTerms: choice(freightTerms),
    vehicleNo: text({ max: 12, format: 'vehicle', optional: true }),
    driverName: text({ max: 60, optional: true }),
    driverMobile: text({ max: 10, format: 'mobile', optional: true }),
    packages: integer({ min: 1 }),
    actualWeightKg: weight({ label: 'Actual weight' }),
    chargedWeightKg: weight({ label: 'Charged weight', hint: 'At least the actual weight' }),
    declaredValue: money({ min: 0 }),
    freightAmount: money({ min: 0, default: 0 }),
    otherCharges: money({ min: 0, default: 0 }),
    ewayBillNo: text({ max: 12, format: 'eway', optional: true, label: 'E-way bill' }),
    fromCityId: reference(stateCity, { label: 'From' }),
    toCityId: reference(stateCity, { label: 'To' }),
    expectedDeliveryDate: date(),
    deliveryStatus: choice(deliveryStatuses, { default: 'BOOKED' }),
    deliveredOn: date({ optional: true }),
    receivedBy: text({ max: 60, optional: true }),
    podStatus: choice(['NONE', 'UPLOADED', 'ACCEPTED', 'REJECTED'], { default: 'NONE', label: 'POD' }),
    billStatus: choice(['UNBILLED', 'BILLED', 'APPROVED', 'PAID', 'DISPUTED'], {
      default: 'UNBILLED',
      label: 'Carrier’s bill',
      hiddenFrom: ['CUSTOMER', 'DISTRIBUTOR'],
    }),
    attachmentId: file({ optional: true, label: 'Scan' }),
    hasHazard: flag({ label: 'Hazardous goods' }),
    remarks: text({ max: 255, optional: true, long: true }),
  },
  key: ['lrNo', 'transporterId', 'fy'],
  display: ['lrNo'],
  list: [
    'lrNo',
    'lrDate',
    'transporterId',
    'plantId',
    'toCityId',
    'packages',
    'deliveryStatus',
    'expectedDeliveryDate',
  ],
  search: ['lrNo', 'vehicleNo', 'ewayBillNo'],
  sort: ['-id'],
  indexes: [
    ['plantId', 'lrDate'],
    ['transporterId', 'lrDate'],
    ['deliveryStatus', 'expectedDeliveryDate'],
    ['podStatus', 'deliveredOn'],
    ['billStatus'],
    ['lrDate'],
    ['fromCityId'],
    ['toCityId'],
  ],
  rules: [
    {
      field: 'chargedWeightKg',
      code: 'RANGE',
      message: 'must not be less than the actual weight',
      check: row => row.chargedWeightKg >= row.actualWeightKg,
    },
    {
      field: 'plantId',
      code: 'REQUIRED',
      message: 'is required',
      check: row => row.businessLine !== 'CORE' || row.plantId !== null,
    },
  ],
  access: dispatches,
  within: {
    CUSTOMER: { id: 'lrsInMyScope' },
    DISTRIBUTOR: { id: 'lrsInMyScope' },
    SALES_REP: { id: 'lrsInMyScope' },
    SALES_MANAGER: { id: 'lrsInMyScope' },
    CSC_AGENT: { id: 'lrsInMyScope' },
    EUD_APPROVER: { id: 'lrsInMyScope' },
    DISPATCH: { plantId: 'myPlants' },
    TRANSPORTER: { transporterId: 'ownTransporter' },
  },
})

export type Lr = Row<typeof lr>
