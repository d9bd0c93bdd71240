import { transporterBillParts } from '../../access.ts'
import { action } from '../../define/action.ts'
import { choice, flag, integer, json, money, reference, text, weight } from '../../define/fields.ts'
import { type Row, record } from '../../define/resource.ts'
import type { BilledKinds } from '../freight/billed-kinds.ts'
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
    billedWeightKg: weight({ optional: true, label: 'Billed weight' }),
    billedKinds: json<BilledKinds, { optional: true; label: string; audience: 'readers' }>({
      optional: true,
      label: 'Billed by charge',
      audience: 'readers',
    }),
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
    finding: choice(['NONE', 'ASKED', 'SET_OFF', 'CLAIM_ONLY', 'ACCEPTED'], {
      default: 'NONE',
      tones: { ASKED: 'wait', SET_OFF: 'ok', CLAIM_ONLY: 'ok', ACCEPTED: 'end' },
      label: 'Loss on the POD',
      hint: 'What a POD showed after the bill was approved, and what Finance decided',
    }),
    findingValue: money({ min: 0, optional: true, label: 'Value of the loss' }),
    findingReason: text({ audience: 'readers', max: 255, optional: true, label: 'What the POD says' }),
    setOffAmount: money({ min: 0, optional: true, label: 'Set off', hint: 'What a later bill is reduced by' }),
    setOffBillId: reference(transporterBill, { optional: true, label: 'Set off in' }),
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
  filters: ['transporterBillId', 'lrId', 'isMatched', 'isAccepted', 'finding'],
  totals: ['billedFreight', 'billedOther', 'expectedFreight', 'expectedOther', 'variance'],
  search: [],
  sort: ['-id'],
  indexes: [['transporterBillId'], ['finding'], ['setOffBillId']],
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
    setOff: action({
      label: 'Set off in the next bill',
      letter: 'A',
      when: { finding: 'ASKED', releasedNo: 0 },
      inputs: {
        amount: money({ min: 0.01, optional: true, label: 'Amount', hint: 'Leave empty to set off the whole value' }),
        remarks: text({ max: 255, hint: 'The transporter reads it' }),
      },
      confirm: 'The next bill of the transporter is reduced by it, and the LR is where the POD says.',
    }),
    claimOnly: action({
      label: 'Claim only',
      letter: 'A',
      when: { finding: 'ASKED', releasedNo: 0 },
      inputs: { remarks: text({ max: 255, hint: 'The transporter reads it' }) },
      confirm: 'The claim against the transporter stays open, and the LR is where the POD says.',
    }),
    acceptLoss: action({
      label: 'Accept the loss',
      letter: 'A',
      when: { finding: 'ASKED', releasedNo: 0 },
      inputs: { remarks: text({ max: 255, hint: 'The transporter reads it' }) },
      confirm: 'Nothing is claimed from the transporter, and the LR stays delivered.',
    }),
  },
  access: transporterBillParts,
  within: { DISPATCH: { lrId: 'lrsInMyScope' }, TRANSPORTER: { lrId: 'lrsInMyScope' } },
  partOf: 'transporterBillId',
})

export type TransporterBillLine = Row<typeof transporterBillLine>
