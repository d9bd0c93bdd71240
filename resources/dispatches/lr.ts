import { dispatches } from '../access.ts'
import { action } from '../define/action.ts'
import { choice, code, date, file, flag, instant, integer, money, reference, text, weight } from '../define/fields.ts'
import { openWhile, statusField } from '../define/process/states.ts'
import { type Row, record } from '../define/resource.ts'
import { stateCity } from '../masters/state-city.ts'
import { transporter } from '../masters/transporter.ts'
import { plant } from '../settings/plant.ts'
import { businessLines, carriedModes, freightTerms } from '../trade.ts'
import { lrStates } from './lr-states.ts'

/** Buyers see neither what a consignment costs, nor who drives it, nor how the transporter is dealt with. */
export const unseenByBuyers = ['CUSTOMER', 'DISTRIBUTOR'] as const

/** Buyers read the freight that they pay the transporter themselves. */
const freightTheyPay = { freight: { freightTerms: ['TO_PAY'] } } as const

/** A lorry receipt, the bilty: the transporter's receipt for the goods. */
export const lr = record({
  path: 'lrs',
  name: 'lr',
  title: 'Lorry Receipts',
  purpose: 'Lorry receipts: goods, transporter and current status.',
  fields: {
    lrNo: code({ max: 20, label: 'LR no' }),
    transporterId: reference(transporter),
    fy: text({ max: 4, financialYear: true, label: 'Financial year' }),
    releasedNo: integer({
      marker: true,
      min: 0,
      default: 0,
      label: 'Number released',
      hint: '0 while the LR holds its number, else its own id',
    }),
    lrDate: date(),
    businessLine: choice(businessLines, { default: 'CORE' }),
    plantId: reference(plant, { optional: true }),
    sigmaPlantCode: code({ max: 4, optional: true }),
    transMode: choice(carriedModes, { label: 'Mode of transport' }),
    freightTerms: choice(freightTerms),
    vehicleNo: text({ max: 15, format: 'vehicle', optional: true }),
    driverName: text({ max: 60, optional: true, hiddenFrom: unseenByBuyers }),
    driverMobile: text({ max: 10, format: 'mobile', optional: true, hiddenFrom: unseenByBuyers }),
    packages: integer({ min: 1 }),
    actualWeightKg: weight({ label: 'Actual weight' }),
    chargedWeightKg: weight({ label: 'Charged weight', hint: 'At least the actual weight' }),
    declaredValue: money({ min: 0 }),
    freightAmount: money({ min: 0, default: 0, nature: 'freight' }),
    otherCharges: money({ min: 0, default: 0, hiddenFrom: unseenByBuyers }),
    fromCityId: reference(stateCity, { label: 'From' }),
    toCityId: reference(stateCity, { label: 'To' }),
    distanceKm: integer({ min: 1, max: 5000, optional: true, label: 'Distance in km' }),
    isOverDimensional: flag({ label: 'Over-dimensional cargo', hint: 'Its e-way bill is valid for fewer km a day' }),
    partBAt: instant({ optional: true, label: 'Part B entered at', hint: 'When the e-way bill got its vehicle' }),
    consolidatedEwayNo: text({ max: 12, format: 'eway', optional: true, label: 'Consolidated e-way bill' }),
    expectedFreight: money({
      min: 0,
      optional: true,
      hint: 'The rate of the transporter’s lane on the LR date',
      hiddenFrom: unseenByBuyers,
    }),
    expectedDeliveryDate: date(),
    originalExpectedDate: date({ optional: true, label: 'First expected on', hint: 'Basis for “on time”' }),
    expectedDateReason: text({ audience: 'readers', max: 255, optional: true, label: 'Reason for the new date' }),
    backdateReason: text({ audience: 'readers', max: 255, optional: true, label: 'Why the LR is entered late' }),
    deliveryStatus: statusField(lrStates),
    deliveredOn: date({ optional: true }),
    receivedBy: text({ max: 60, optional: true }),
    podStatus: choice(['NONE', 'UPLOADED', 'ACCEPTED', 'REJECTED'], { default: 'NONE', label: 'POD' }),
    billStatus: choice(['UNBILLED', 'BILLED', 'APPROVED', 'PAID', 'DISPUTED'], {
      default: 'UNBILLED',
      label: 'Transporter’s bill',
      hiddenFrom: unseenByBuyers,
    }),
    lateBillReason: text({
      audience: 'readers',
      max: 255,
      optional: true,
      label: 'Why it may be billed late',
      hint: 'Finance allows a bill later than 180 days after the LR',
      hiddenFrom: unseenByBuyers,
    }),
    attachmentId: file({ optional: true, label: 'Scan' }),
    hasHazard: flag({ label: 'Hazardous goods' }),
    unNumber: text({ max: 6, format: 'unNumber', optional: true, label: 'UN number' }),
    tremCardId: file({ optional: true, sentFor: 'LR', accept: '.pdf,.png,.jpg', label: 'TREM card' }),
    driverIsTrained: flag({ label: 'Driver is trained for hazardous goods' }),
    loggerNo: text({ max: 30, optional: true, label: 'Temperature logger' }),
    deskTask: text({
      audience: 'site',
      max: 255,
      optional: true,
      label: 'Task for the desk',
      hint: 'Such as a cancelled invoice on the LR',
    }),
    claimStatus: choice(['NONE', 'NOTICE_DUE', 'NOTICE_GIVEN', 'SETTLED', 'REFUSED', 'LAPSED'], {
      default: 'NONE',
      tones: { LAPSED: 'bad' },
      label: 'Claim against the transporter',
      hiddenFrom: unseenByBuyers,
    }),
    claimValue: money({
      min: 0,
      optional: true,
      label: 'Value of the claim',
      hint: 'The share of the invoices that the POD says is missing, damaged or refused',
      hiddenFrom: unseenByBuyers,
    }),
    claimReason: text({
      audience: 'readers',
      max: 255,
      optional: true,
      label: 'What is claimed',
      hiddenFrom: unseenByBuyers,
    }),
    claimDue: date({ optional: true, label: 'Notice to the transporter due', hiddenFrom: unseenByBuyers }),
    claimNoticeOn: date({ optional: true, label: 'Notice given on', hiddenFrom: unseenByBuyers }),
    claimAmount: money({ min: 0, optional: true, label: 'Claim settled with', hiddenFrom: unseenByBuyers }),
    remarks: text({ audience: 'readers', max: 255, optional: true, long: true }),
  },
  key: ['lrNo', 'transporterId', 'fy', 'releasedNo'],
  leads: ['toCityId', 'deliveryStatus', 'expectedDeliveryDate', 'lrNo', 'transporterId', 'packages'],
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
  search: ['lrNo', 'vehicleNo', 'consolidatedEwayNo'],
  sort: ['-id'],
  indexes: [
    ['plantId', 'lrDate'],
    ['transporterId', 'lrDate'],
    ['deliveryStatus', 'expectedDeliveryDate'],
    ['podStatus', 'deliveredOn'],
    ['billStatus'],
    ['freightTerms'],
    ['claimStatus', 'claimDue'],
    ['deskTask'],
    ['lrDate'],
    ['fromCityId'],
    ['toCityId'],
    ['originalExpectedDate'],
    ['deliveredOn'],
    ['sigmaPlantCode'],
    ['transporterId', 'originalExpectedDate'],
    ['toCityId', 'transMode', 'originalExpectedDate'],
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
  actions: {
    settleBalance: action({
      label: 'Settle the balance',
      letter: 'U',
      when: { deliveryStatus: 'PARTIAL_DELIVERED' },
      inputs: {
        caseNo: text({ max: 30, optional: true, label: 'Complaint or claim' }),
        reason: text({ max: 200, label: 'Why', hint: 'What is missing and why it will not be delivered' }),
      },
      confirm: 'The LR counts as delivered. A claim against the transporter is opened.',
    }),
    claimDamage: action({
      label: 'Claim damage',
      letter: 'U',
      when: { claimStatus: 'NONE', deliveryStatus: ['DELIVERED', 'PARTIAL_DELIVERED', 'RETURNED'] },
      inputs: { reason: text({ max: 255, label: 'What is damaged' }) },
      confirm: 'Notice to the transporter is then due within 180 days of booking.',
    }),
    giveNotice: action({
      label: 'Record the notice',
      letter: 'U',
      when: { claimStatus: ['NOTICE_DUE', 'LAPSED'] },
      inputs: {
        noticeOn: date({ label: 'Notice given on' }),
        remarks: text({ max: 255, optional: true }),
      },
    }),
    settleClaim: action({
      label: 'Record the settlement',
      letter: 'U',
      when: { claimStatus: 'NOTICE_GIVEN' },
      inputs: { claimAmount: money({ min: 0, label: 'Settled with' }), remarks: text({ max: 255, optional: true }) },
    }),
    refuseClaim: action({
      label: 'Record the refusal',
      letter: 'U',
      when: { claimStatus: 'NOTICE_GIVEN' },
      inputs: { reason: text({ max: 255, label: 'Why the transporter refuses' }) },
    }),
  },
  access: dispatches,
  openIf: openWhile(lrStates, 'deliveryStatus'),
  within: {
    CUSTOMER: { id: 'lrsInMyScope' },
    DISTRIBUTOR: { id: 'lrsInMyScope' },
    SALES_REP: { id: 'lrsInMyScope' },
    SALES_MANAGER: { id: 'lrsInMyScope' },
    CSC_AGENT: { id: 'lrsInMyScope' },
    EUD_APPROVER: { id: 'lrsInMyScope' },
    DISPATCH: [{ plantId: 'myPlants' }, { id: 'sigmaLrsIFollow' }],
    TRANSPORTER: { transporterId: 'ownTransporter' },
  },
  columnsWithin: { CUSTOMER: freightTheyPay, DISTRIBUTOR: freightTheyPay },
})

export type Lr = Row<typeof lr>
