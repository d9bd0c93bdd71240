import { transporterBillParts } from '../../access.ts'
import { action } from '../../define/action.ts'
import { choice, flag, integer, money, reference, text } from '../../define/fields.ts'
import { type Row, record } from '../../define/resource.ts'
import { lr } from '../lr.ts'
import { deductionReasons, deductionWords } from './deduction-reasons.ts'
import { transporterBill } from './transporter-bill.ts'

/** An LR on a transporter's bill. An LR is on one bill at most, besides rejected ones. */
export const transporterBillLine = record({
  path: 'transporter-bill-lines',
  name: 'transporter-bill-line',
  title: 'Billed LRs',
  purpose: 'The LRs on each transporter’s bill, with the agreed freight and the difference.',
  fields: {
    transporterBillId: reference(transporterBill),
    lrId: reference(lr),
    releasedNo: integer({
      marker: true,
      min: 0,
      default: 0,
      label: 'LR released',
      hint: '0 while the bill holds the LR, else its own id',
    }),
    billedFreight: money({ min: 0 }),
    billedOther: money({ min: 0, default: 0, label: 'Billed other charges' }),
    expectedFreight: money({ min: 0, label: 'Agreed freight' }),
    expectedOther: money({ min: 0, default: 0, label: 'Agreed other charges' }),
    variance: money({ label: 'Difference', hint: 'The billed freight less the agreed freight' }),
    isMatched: flag({ label: 'Within tolerance' }),
    isAccepted: flag({ label: 'Accepted' }),
    acceptedAmount: money({ min: 0, optional: true, hint: 'The amount paid, where it is less than billed' }),
    deductionReason: choice(deductionReasons, { optional: true, words: deductionWords, label: 'Deducted for' }),
    remarks: text({
      audience: 'readers',
      max: 255,
      optional: true,
      hint: 'Why the difference was accepted; the transporter reads it',
    }),
  },
  key: ['lrId', 'releasedNo'],
  display: ['transporterBillId', 'lrId'],
  list: [
    'transporterBillId',
    'lrId',
    'billedFreight',
    'billedOther',
    'expectedFreight',
    'expectedOther',
    'variance',
    'isMatched',
    'isAccepted',
  ],
  filters: ['transporterBillId', 'lrId', 'isMatched', 'isAccepted'],
  totals: ['billedFreight', 'billedOther', 'expectedFreight', 'expectedOther', 'variance'],
  search: [],
  sort: ['-id'],
  indexes: [['transporterBillId']],
  actions: {
    accept: action({
      label: 'Accept difference',
      letter: 'A',
      when: { isMatched: false, isAccepted: false, releasedNo: 0 },
      inputs: {
        acceptedAmount: money({
          min: 0,
          optional: true,
          label: 'Amount accepted',
          hint: 'Leave empty to approve all that was billed; the rest is deducted',
        }),
        deductionReason: choice(deductionReasons, {
          optional: true,
          words: deductionWords,
          label: 'Deducted for',
          hint: 'Required where less is accepted than was billed',
        }),
        remarks: text({ max: 255, hint: 'The transporter reads it' }),
      },
    }),
  },
  access: transporterBillParts,
  within: { DISPATCH: { lrId: 'lrsInMyScope' }, TRANSPORTER: { lrId: 'lrsInMyScope' } },
  partOf: 'transporterBillId',
})

export type TransporterBillLine = Row<typeof transporterBillLine>
