import { ewayCalls } from '../../access.ts'
import { action } from '../../define/action.ts'
import { choice, instant, integer, json, reference, text } from '../../define/fields.ts'
import { type Row, record } from '../../define/resource.ts'
import { plant } from '../../settings/plant.ts'
import { lr } from '../lr.ts'
import { lrLine } from '../lr-line.ts'
import { ewayBill } from './eway-bill.ts'

/** What the portal is asked to do, in its own words. */
export const portalActions = [
  'GENEWAYBILL',
  'GENBYIRN',
  'VEHEWB',
  'GENCEWB',
  'REGENTRIPSHEET',
  'EXTENDVALIDITY',
  'CANEWB',
  'CLSEWB',
  'UPDATETRANSPORTER',
  'MULTIVEHMOVINT',
  'MULTIVEHADD',
  'MULTIVEHUPD',
  'GETEWAYBILL',
] as const
export type PortalAction = (typeof portalActions)[number]

/** What people read instead. */
const actionWords: Readonly<Record<PortalAction, string>> = {
  GENEWAYBILL: 'Make the e-way bill',
  GENBYIRN: 'Make the e-way bill by IRN',
  VEHEWB: 'Enter the vehicle',
  GENCEWB: 'Consolidate',
  REGENTRIPSHEET: 'Enter the vehicle of the consolidated bill',
  EXTENDVALIDITY: 'Extend',
  CANEWB: 'Cancel',
  CLSEWB: 'Close',
  UPDATETRANSPORTER: 'Change the transporter',
  MULTIVEHMOVINT: 'Begin with several vehicles',
  MULTIVEHADD: 'Add a vehicle',
  MULTIVEHUPD: 'Change a vehicle of several',
  GETEWAYBILL: 'Read from the portal',
}

/** A call of the e-way portal: written with its cause in one transaction, sent by one worker at a time for each GSTIN. */
export const ewayCall = record({
  path: 'dispatches/eway-calls',
  name: 'eway-call',
  title: 'Calls Of The E-Way Portal',
  one: 'call of the e-way portal',
  purpose: 'What the e-way portal was asked to do, and its answers.',
  fields: {
    messageNo: text({ max: 14, unique: true, label: 'Call' }),
    action: choice(portalActions, { label: 'What', words: { staff: actionWords, buyer: {} } }),
    gstin: text({ max: 15, label: 'GSTIN' }),
    ewayBillId: reference(ewayBill, { optional: true, label: 'E-way bill' }),
    lrId: reference(lr, { optional: true, label: 'LR' }),
    lrLineId: reference(lrLine, { optional: true, marker: true }),
    plantId: reference(plant, { optional: true }),
    idempotencyKey: text({ audience: 'site', max: 64, unique: true, marker: true }),
    payload: json({ secret: true }),
    status: choice(['READY', 'SENDING', 'DONE', 'RETRY', 'FAILED_BUSINESS', 'FAILED_TECH', 'CANCELLED'], {
      default: 'READY',
      tones: { READY: 'wait', SENDING: 'go', DONE: 'ok', RETRY: 'wait', FAILED_BUSINESS: 'bad', FAILED_TECH: 'bad' },
    }),
    attempts: integer({ min: 0, default: 0 }),
    nextAttemptAt: instant({ label: 'Next try' }),
    lockedBy: text({ max: 60, optional: true, marker: true }),
    lockedUntil: instant({ optional: true, marker: true }),
    httpStatus: integer({ optional: true, label: 'HTTP status' }),
    errorCodes: text({ audience: 'site', max: 100, optional: true, label: 'Errors of the portal' }),
    errorField: text({ max: 40, optional: true, label: 'Field' }),
    errorClass: choice(['TECH', 'BUSINESS', 'AUTH', 'UNKNOWN'], { optional: true, label: 'Kind of error' }),
    errorText: text({ audience: 'site', max: 1_000, long: true, optional: true, label: 'Error' }),
    response: json({ optional: true, secret: true }),
    uncertainSince: instant({ optional: true, label: 'May be done since', hint: 'Sent without a clear answer' }),
    documentNo: text({ max: 20, optional: true, label: 'Number from the portal' }),
    firstFailedAt: instant({ optional: true, label: 'First failed' }),
    doneAt: instant({ optional: true, label: 'Done' }),
  },
  key: ['messageNo'],
  list: [
    'messageNo',
    'createdAt',
    'action',
    'ewayBillId',
    'lrId',
    'status',
    'errorText',
    'errorField',
    'nextAttemptAt',
  ],
  filters: ['status', 'action', 'plantId'],
  search: ['messageNo', 'documentNo'],
  sort: ['-id'],
  indexes: [['status', 'nextAttemptAt'], ['gstin', 'status'], ['ewayBillId'], ['lrId'], ['lrLineId', 'status']],
  actions: {
    sendAgain: action({
      label: 'Send again',
      letter: 'U',
      when: { status: ['FAILED_BUSINESS', 'FAILED_TECH'] },
      inputs: { distanceKm: integer({ min: 1, max: 4000, optional: true, label: 'Distance in km' }) },
    }),
    drop: action({
      label: 'Drop',
      letter: 'U',
      when: { status: ['READY', 'RETRY', 'FAILED_BUSINESS', 'FAILED_TECH'] },
      danger: true,
    }),
  },
  access: ewayCalls,
  openIf: { status: ['READY', 'SENDING', 'RETRY'] },
  within: { DISPATCH: { plantId: 'myPlants' } },
})

export type EwayCall = Row<typeof ewayCall>
