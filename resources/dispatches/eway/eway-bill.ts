import { ewayBills } from '../../access.ts'
import { action } from '../../define/action.ts'
import { choice, date, flag, instant, integer, reference, text } from '../../define/fields.ts'
import { type Row, record } from '../../define/resource.ts'
import { state } from '../../masters/state.ts'
import { transporter } from '../../masters/transporter.ts'
import { plant } from '../../settings/plant.ts'
import { carriedModes } from '../../trade.ts'
import { invoice } from '../invoice.ts'
import { lr } from '../lr.ts'
import { lrLine } from '../lr-line.ts'
import { holders } from './holder.ts'
import { cancelReasons, extensionReasons, vehicleReasons, wordsOf } from './kinds.ts'

const plate = { max: 15, format: 'vehicle' } as const
const vehicleReason = choice(Object.keys(vehicleReasons), { label: 'Why', words: wordsOf(vehicleReasons) })
const remark = text({ max: 50, optional: true, label: 'In words' })
const place = {
  place: text({ max: 50, label: 'Place', hint: 'Where the goods are now' }),
  stateId: reference(state, { label: 'State' }),
}
const pincode = text({ max: 6, format: 'pincode', label: 'PIN code', hint: 'Where the goods are now' })
const live = { status: ['PART_A', 'ACTIVE'] } as const

const holderWords = { US: 'Us', TRANSPORTER: 'The transporter', UNKNOWN: 'Not known' }

/** What only the transporter can do with an e-way bill, so that it is asked to. */
export const transporterTasks = ['NONE', 'PART_B', 'EXTEND', 'CONSOLIDATE', 'SEVERAL_VEHICLES'] as const

/** An e-way bill as the portal knows it, or as its number was typed; an LR line shows its number and end. */
export const ewayBill = record({
  path: 'dispatches/eway-bills',
  name: 'eway-bill',
  title: 'E-Way Bill Register',
  one: 'e-way bill',
  purpose: 'Each e-way bill with its vehicle, end and who may act on it.',
  fields: {
    ewayBillNo: text({ max: 12, format: 'eway', unique: true, label: 'E-way bill' }),
    docType: choice(['INV', 'BIL', 'BOE', 'CHL', 'OTH'], { label: 'Kind of document' }),
    docNo: text({ max: 16, optional: true, label: 'Document' }),
    docDate: date({ optional: true, label: 'Date of document' }),
    invoiceId: reference(invoice, { optional: true }),
    lrId: reference(lr, { optional: true, label: 'LR' }),
    lrLineId: reference(lrLine, { optional: true, marker: true }),
    plantId: reference(plant, { optional: true }),
    transporterId: reference(transporter, { optional: true }),
    gstin: text({ max: 15, optional: true, label: 'Made by GSTIN' }),
    via: choice(['IRN', 'DIRECT', 'SAP', 'HAND'], {
      label: 'Made',
      words: {
        staff: { IRN: 'By its IRN', DIRECT: 'On the portal', SAP: 'By SAP', HAND: 'By hand' },
        buyer: {},
      },
    }),
    status: choice(['PART_A', 'ACTIVE', 'CANCELLED', 'REJECTED', 'CLOSED'], {
      words: {
        staff: {
          PART_A: 'Without vehicle',
          ACTIVE: 'Active',
          CANCELLED: 'Cancelled',
          REJECTED: 'Rejected',
          CLOSED: 'Closed',
        },
        buyer: {},
      },
      tones: { PART_A: 'wait', ACTIVE: 'ok', CANCELLED: 'end', REJECTED: 'bad', CLOSED: 'end' },
    }),
    holder: choice(holders, { default: 'UNKNOWN', label: 'Held by', words: { staff: holderWords, buyer: {} } }),
    partBBy: choice(['US', 'TRANSPORTER'], {
      optional: true,
      label: 'Part B by',
      words: { staff: holderWords, buyer: {} },
    }),
    namedTransporter: text({ max: 15, optional: true, label: 'Transporter named on it' }),
    generatedAt: instant({ optional: true, label: 'Made at' }),
    validTo: instant({ optional: true, label: 'Valid to' }),
    distanceKm: integer({ min: 0, optional: true, label: 'Distance in km' }),
    vehicleNo: text({ max: 15, optional: true, label: 'Vehicle on it' }),
    consolidatedNo: text({ max: 12, optional: true, label: 'Consolidated e-way bill' }),
    groupNo: text({ max: 10, optional: true, label: 'Group of vehicles' }),
    extendedTimes: integer({ min: 0, default: 0, label: 'Times extended' }),
    fetchedAt: instant({ optional: true, label: 'Last seen on the portal' }),
    isVerified: flag({ label: 'Verified by an officer' }),
    task: choice(transporterTasks, {
      default: 'NONE',
      label: 'Task of the transporter',
      words: {
        staff: {
          NONE: 'None',
          PART_B: 'Enter the vehicle',
          EXTEND: 'Extend it',
          CONSOLIDATE: 'Consolidate it',
          SEVERAL_VEHICLES: 'Enter several vehicles',
        },
        buyer: {},
      },
      tones: { NONE: 'calm', PART_B: 'wait', EXTEND: 'wait', CONSOLIDATE: 'wait', SEVERAL_VEHICLES: 'wait' },
    }),
    taskDue: instant({ optional: true, label: 'Task due' }),
    taskText: text({ audience: 'readers', max: 255, optional: true, label: 'What is to be done' }),
  },
  key: ['ewayBillNo'],
  display: ['ewayBillNo'],
  list: ['ewayBillNo', 'status', 'lrId', 'docNo', 'vehicleNo', 'validTo', 'holder', 'task', 'taskDue'],
  filters: ['status', 'holder', 'task', 'via', 'plantId', 'transporterId'],
  search: ['ewayBillNo', 'docNo', 'vehicleNo', 'consolidatedNo'],
  sort: ['-id'],
  indexes: [
    ['lrId'],
    ['lrLineId'],
    ['invoiceId'],
    ['plantId', 'validTo'],
    ['transporterId', 'task'],
    ['status', 'validTo'],
    ['consolidatedNo'],
    ['docNo'],
  ],
  actions: {
    enterVehicle: action({
      label: 'Enter vehicle',
      letter: 'U',
      when: live,
      done: 'The vehicle goes to the portal',
      inputs: {
        vehicleNo: text({ ...plate, label: 'Vehicle' }),
        reason: vehicleReason,
        remark,
        ...place,
      },
    }),
    extend: action({
      label: 'Extend',
      letter: 'U',
      when: { status: 'ACTIVE' },
      done: 'The extension goes to the portal',
      inputs: {
        remainingKm: integer({ min: 1, max: 4000, label: 'Km left' }),
        reason: choice(Object.keys(extensionReasons), { label: 'Why', words: wordsOf(extensionReasons) }),
        remark: text({ max: 50, label: 'In words' }),
        ...place,
        pincode,
        standsAt: choice(['ON_THE_ROAD', 'WAREHOUSE', 'OTHERS'], {
          default: 'ON_THE_ROAD',
          label: 'The goods are',
          words: {
            staff: { ON_THE_ROAD: 'On the road', WAREHOUSE: 'In a warehouse', OTHERS: 'At another stop' },
            buyer: {},
          },
        }),
        address: text({
          max: 120,
          optional: true,
          onlyIf: { standsAt: ['WAREHOUSE', 'OTHERS'] },
          requiredIf: { standsAt: ['WAREHOUSE', 'OTHERS'] },
          label: 'Address of the stop',
        }),
      },
    }),
    cancelBill: action({
      label: 'Cancel e-way bill',
      letter: 'U',
      when: live,
      danger: true,
      done: 'The cancellation goes to the portal',
      inputs: {
        cancelReason: choice(Object.keys(cancelReasons), { label: 'Why', words: wordsOf(cancelReasons) }),
        remark: text({ max: 50, label: 'In words' }),
      },
    }),
    closeBill: action({
      label: 'Close e-way bill',
      letter: 'U',
      when: { status: 'ACTIVE' },
      done: 'The closure goes to the portal',
      confirm: 'The goods have arrived. The portal takes closures only once they are in force.',
    }),
    nameTransporter: action({
      label: 'Change transporter',
      letter: 'U',
      when: live,
      done: 'The transporter goes to the portal',
      inputs: { toTransporterId: reference(transporter, { label: 'New transporter' }) },
    }),
    beginSeveral: action({
      label: 'Use several vehicles',
      letter: 'U',
      when: { status: 'ACTIVE', groupNo: null },
      done: 'The movement by several vehicles goes to the portal',
      inputs: {
        ...place,
        toPlace: text({ max: 50, label: 'To place' }),
        toStateId: reference(state, { label: 'To state' }),
        quantity: integer({ min: 1, label: 'Quantity' }),
        unit: text({ max: 3, label: 'Unit', hint: 'Such as NOS or KGS' }),
        mode: choice(carriedModes, { default: 'SURFACE', label: 'Mode of transport' }),
        reason: vehicleReason,
        remark,
      },
    }),
    addVehicle: action({
      label: 'Add vehicle to the group',
      letter: 'U',
      when: { status: 'ACTIVE', groupNo: { not: null } },
      inputs: { vehicleNo: text({ ...plate, label: 'Vehicle' }), quantity: integer({ min: 1, label: 'Quantity' }) },
    }),
    changeInGroup: action({
      label: 'Change vehicle in the group',
      letter: 'U',
      when: { status: 'ACTIVE', groupNo: { not: null } },
      inputs: {
        oldVehicleNo: text({ ...plate, label: 'Old vehicle' }),
        vehicleNo: text({ ...plate, label: 'New vehicle' }),
        ...place,
        reason: vehicleReason,
        remark,
      },
    }),
    fetchBill: action({ label: 'Ask the portal', letter: 'U', done: 'The portal is asked' }),
    reportDone: action({
      label: 'I have done it',
      letter: 'A',
      when: { task: ['PART_B', 'EXTEND', 'CONSOLIDATE', 'SEVERAL_VEHICLES'] },
      inputs: { remarks: text({ max: 255, optional: true }) },
    }),
  },
  access: ewayBills,
  openIf: { status: ['PART_A', 'ACTIVE'] },
  within: { DISPATCH: { plantId: 'myPlants' }, TRANSPORTER: { transporterId: 'ownTransporter' } },
})

export type EwayBillRow = Row<typeof ewayBill>
