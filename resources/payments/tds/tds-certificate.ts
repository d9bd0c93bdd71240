import { partnerRoles, tdsCertificates } from '../../access.ts'
import { customer } from '../../access-control/customer.ts'
import { choice, date, file, flag, instant, integer, money, reference, text } from '../../define/fields.ts'
import { openWhile, statusField } from '../../define/process/states.ts'
import { stepAction } from '../../define/process/step-action.ts'
import { type Row, record } from '../../define/resource.ts'
import { user } from '../../settings/user.ts'
import { taxQuarters, tdsForms } from './tax-quarters.ts'
import { tdsProcess } from './tds-process.ts'

/** What only our own people read of a certificate. */
const forStaff = { hiddenFrom: partnerRoles } as const
const ofFinance = { sentFor: 'TDS', accept: '.pdf,.png,.jpg', optional: true } as const
const ofCustomer = { ...ofFinance, sentFor: 'TDS_SAID' } as const
const isSaid = { saidNo: { not: null } }
const isProposed = { proposedById: { not: null } }

const number = text({ max: 20, format: 'reference', label: 'Certificate no' })
const tan = text({ max: 10, format: 'tan', label: 'TAN' })
const amount = money({ min: 0.01, label: 'TDS in the certificate' })

/**
 * The certificate of tax that a customer deducted from their payments in a quarter of the tax year. What is expected
 * follows from the payments; nobody enters such a row.
 */
export const tdsCertificate = record({
  path: 'transaction-view/tds-certificates',
  name: 'tds-certificate',
  title: 'TDS Certificates',
  one: 'TDS certificate',
  purpose: 'Certificates of TDS deducted: received, different, missing.',
  fields: {
    customerId: reference(customer),
    taxYear: text({ max: 4, financialYear: true, label: 'Tax year' }),
    quarter: choice(taxQuarters, { label: 'Quarter', hint: 'Q1 is April to June' }),
    form: choice(tdsForms, {
      label: 'Form',
      words: { staff: { FORM_16A: 'Form 16A' }, buyer: { FORM_16A: 'Form 16A' } },
    }),
    dueOn: date({ label: 'Due on' }),
    expectedAmount: money({ min: 0, label: 'TDS deducted', hint: 'In payments of the quarter' }),
    receivedAmount: money({ min: 0, optional: true, label: 'TDS in the certificate' }),
    certificateNo: text({ max: 20, format: 'reference', optional: true, label: 'Certificate no' }),
    tan: text({ max: 10, format: 'tan', optional: true, label: 'TAN' }),
    fileId: file({ ...ofFinance, label: 'Certificate' }),
    status: statusField(tdsProcess),
    saidNo: text({ max: 20, format: 'reference', optional: true, label: 'Number sent' }),
    saidTan: text({ max: 10, format: 'tan', optional: true, label: 'TAN sent' }),
    saidAmount: money({ min: 0, optional: true, label: 'TDS sent' }),
    saidFileId: file({ ...ofCustomer, label: 'Certificate sent' }),
    saidAt: instant({ optional: true, label: 'Sent', hint: 'By the customer: counts once Finance has confirmed it' }),
    saidById: reference(user, { optional: true, audience: 'staff', label: 'Sent by' }),
    saidText: text({ audience: 'readers', max: 255, optional: true, label: 'Why it was declined' }),
    reason: text({ audience: 'staff', max: 255, optional: true, label: 'Why it is written off', ...forStaff }),
    writtenOffAmount: money({ optional: true, label: 'Written off', ...forStaff }),
    proposedById: reference(user, { optional: true, audience: 'staff', label: 'Write-off proposed by', ...forStaff }),
    confirmedById: reference(user, { optional: true, audience: 'staff', label: 'Write-off confirmed by', ...forStaff }),
    remindedAt: instant({ optional: true, label: 'Reminded', ...forStaff }),
  },
  key: ['customerId', 'taxYear', 'quarter'],
  display: ['customerId', 'taxYear', 'quarter'],
  leads: ['customerId', 'expectedAmount', 'status', 'dueOn', 'taxYear', 'quarter'],
  list: [
    'customerId',
    'taxYear',
    'quarter',
    'form',
    'expectedAmount',
    'receivedAmount',
    'differsBy',
    'status',
    'dueOn',
    'daysLate',
    'yearExpected',
    'yearReceived',
    'yearMissing',
    'certificateNo',
    'tan',
    'saidNo',
  ],
  computed: {
    differsBy: money({ optional: true, label: 'Differs by' }),
    daysLate: integer({ optional: true, label: 'Days late' }),
    isMissing: flag({ tones: { true: 'bad' }, label: 'Missing' }),
    yearExpected: money({ label: 'Deducted in the year' }),
    yearReceived: money({ label: 'Certified in the year' }),
    yearMissing: money({
      label: 'Missing in the year',
    }),
  },
  filters: ['status', 'customerId', 'taxYear', 'quarter', 'form', 'isMissing', 'daysLate', 'dueOn'],
  totals: ['expectedAmount', 'receivedAmount'],
  search: ['certificateNo', 'tan', 'saidNo'],
  sort: ['dueOn'],
  indexes: [['status', 'dueOn'], ['taxYear', 'quarter'], ['fileId'], ['saidFileId']],
  actions: {
    say: stepAction(tdsProcess, 'say', {
      inputs: {
        saidNo: number,
        saidTan: tan,
        saidAmount: amount,
        saidFileId: file({ ...ofCustomer, label: 'Certificate' }),
      },
      confirm: 'It counts once Finance has confirmed it.',
    }),
    confirmSaid: stepAction(tdsProcess, 'confirmSaid', {
      on: 'each',
      when: isSaid,
      confirm: 'Compare it with the certificate first.',
    }),
    declineSaid: stepAction(tdsProcess, 'declineSaid', {
      when: isSaid,
      inputs: { saidText: text({ max: 255, label: 'Why it is declined', hint: 'The customer reads it' }) },
    }),
    enter: stepAction(tdsProcess, 'enter', {
      inputs: {
        certificateNo: number,
        tan,
        receivedAmount: amount,
        fileId: file({ ...ofFinance, label: 'Certificate' }),
      },
    }),
    writeOff: stepAction(tdsProcess, 'writeOff', {
      inputs: { reason: text({ max: 255, label: 'Why it is written off' }) },
      confirm: 'Another person of Finance has to confirm it.',
    }),
    confirmWriteOff: stepAction(tdsProcess, 'confirmWriteOff', {
      on: 'each',
      when: isProposed,
      notBy: ['proposedById'],
    }),
    keepOpen: stepAction(tdsProcess, 'keepOpen', { on: 'each', when: isProposed }),
  },
  access: tdsCertificates,
  openIf: openWhile(tdsProcess),
  within: { CUSTOMER: { customerId: 'ownCustomer' }, DISTRIBUTOR: { customerId: 'ownCustomer' } },
})

export type TdsCertificate = Row<typeof tdsCertificate>
