import { pods } from '../../access.ts'
import { action } from '../../define/action.ts'
import { choice, date, decimal, file, flag, instant, integer, reference, text } from '../../define/fields.ts'
import { statusField } from '../../define/process/states.ts'
import { stepAction } from '../../define/process/step-action.ts'
import { type Row, record } from '../../define/resource.ts'
import { reasonCode } from '../../settings/reason-code.ts'
import { user } from '../../settings/user.ts'
import { deliveryStatuses } from '../../trade.ts'
import { lr, unseenByBuyers } from '../lr.ts'
import { deliveryStatusWords } from '../lr-status.ts'
import { withinLrs } from '../scopes.ts'
import { podProcess } from './pod-process.ts'

/** The proof of delivery of an LR: its photo or scan, and what it says was received. A rejected one is followed by another. */
export const pod = record({
  path: 'pods',
  name: 'pod',
  title: 'Proofs of Delivery',
  purpose: 'The signed receipts of LRs: what arrived, when, and whether they were accepted.',
  fields: {
    lrId: reference(lr),
    releasedNo: integer({
      marker: true,
      min: 0,
      default: 0,
      label: 'Number released',
      hint: '0 for the POD that counts, else its own id',
    }),
    attachmentId: file({ label: 'Photo or scan' }),
    deliveredOn: date(),
    receivedBy: text({ max: 60, hint: 'Name of the signatory' }),
    packagesReceived: integer({ min: 0 }),
    shortagePackages: integer({ min: 0, default: 0, label: 'Packages short' }),
    damagePackages: integer({
      min: 0,
      default: 0,
      label: 'Packages damaged',
      hint: 'How many of the packages received are damaged',
    }),
    refusedPackages: integer({
      min: 0,
      default: 0,
      label: 'Packages refused',
      hint: 'How many the consignee did not take',
    }),
    temperature: decimal({ scale: 1, min: -100, max: 100, optional: true, label: 'Temperature on arrival, in °C' }),
    isLoggerRead: flag({ label: 'Temperature logger was read' }),
    remarks: text({ audience: 'readers', max: 255, optional: true, long: true, hiddenFrom: unseenByBuyers }),
    status: statusField(podProcess),
    uploadedVia: choice(['SINGLE', 'MULTIPLE', 'TRANSPORTER', 'API'], { label: 'Uploaded by way of' }),
    verifiedById: reference(user, { optional: true, label: 'Verified by', audience: 'staff' }),
    verifiedAt: instant({ optional: true, label: 'Verified at' }),
    rejectReasonId: reference(reasonCode, {
      optional: true,
      where: { reasonType: 'POD_REJECT' },
      label: 'Why rejected',
      hiddenFrom: unseenByBuyers,
    }),
    complaintProposal: choice(['NONE', 'PROPOSED', 'OPENED'], {
      default: 'NONE',
      label: 'Complaint proposed',
      hint: 'What the POD says was short or damaged',
      hiddenFrom: ['CUSTOMER', 'DISTRIBUTOR', 'TRANSPORTER'],
    }),
    comparison: choice(['AGREES', 'CONTRADICTS', 'POD_HOLDS', 'REPORT_HOLDS'], {
      default: 'AGREES',
      tones: { CONTRADICTS: 'wait', POD_HOLDS: 'ok', REPORT_HOLDS: 'end' },
      label: 'Compared with the report',
      hint: 'Whether the POD says what was reported of the LR, and which of the two holds',
      hiddenFrom: unseenByBuyers,
    }),
    reportedStatus: choice(deliveryStatuses, {
      words: deliveryStatusWords,
      optional: true,
      label: 'Reported instead',
      hiddenFrom: unseenByBuyers,
    }),
    reportedOn: date({ optional: true, label: 'Reported for', hiddenFrom: unseenByBuyers }),
    requestKey: text({ max: 36, optional: true, unique: true, label: 'Key of the request', secret: true }),
  },
  computed: {
    paysFreight: flag({
      label: 'Freight is paid on it',
      hint: 'The person who uploaded it does not accept it',
      hiddenFrom: unseenByBuyers,
    }),
  },
  key: ['lrId', 'releasedNo'],
  leads: ['lrId', 'status', 'deliveredOn', 'receivedBy'],
  list: ['lrId', 'deliveredOn', 'receivedBy', 'packagesReceived', 'shortagePackages', 'damagePackages', 'status'],
  filters: ['status', 'lrId', 'deliveredOn', 'complaintProposal', 'comparison'],
  sort: ['-id'],
  indexes: [['status'], ['attachmentId'], ['complaintProposal', 'status'], ['comparison']],
  rules: [
    {
      field: 'damagePackages',
      code: 'RANGE',
      message: 'must not be more than the packages received',
      check: row => row.damagePackages <= row.packagesReceived,
    },
  ],
  actions: {
    accept: stepAction(podProcess, 'accept', { on: 'rows' }),
    reject: stepAction(podProcess, 'reject', {
      on: 'rows',
      inputs: {
        rejectReasonId: reference(reasonCode, { where: { reasonType: 'POD_REJECT' }, label: 'Why rejected' }),
      },
    }),
    podHolds: action({
      label: 'The POD holds',
      letter: 'A',
      when: { comparison: 'CONTRADICTS' },
      inputs: { reason: text({ max: 255, label: 'Why' }) },
      confirm: 'What was reported otherwise becomes void, and the LR is where the POD says.',
    }),
    reportHolds: action({
      label: 'The report holds',
      letter: 'A',
      when: { comparison: 'CONTRADICTS' },
      inputs: { reason: text({ max: 255, label: 'Why' }) },
      confirm: 'The LR stays as it was reported. The POD keeps the day that it says.',
    }),
  },
  access: pods,
  openIf: 'never',
  within: {
    ...withinLrs,
    CUSTOMER: { lrId: 'lrsInMyScope', status: ['UPLOADED', 'ACCEPTED'] },
    DISTRIBUTOR: { lrId: 'lrsInMyScope', status: ['UPLOADED', 'ACCEPTED'] },
  },
})

export type Pod = Row<typeof pod>
