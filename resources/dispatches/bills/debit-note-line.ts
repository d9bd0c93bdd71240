import { debitNotes } from '../../access.ts'
import { choice, money, reference, text } from '../../define/fields.ts'
import { type Row, record } from '../../define/resource.ts'
import { lr } from '../lr.ts'
import { debitNote } from './debit-note.ts'
import { debitReasons, deductionWords } from './deduction-reasons.ts'

/** What a debit note deducts for one LR, and why. */
export const debitNoteLine = record({
  path: 'debit-note-lines',
  name: 'debit-note-line',
  title: 'Lines of Debit Notes',
  purpose: 'Amounts deducted from transporter bills by LR, with the reason.',
  fields: {
    debitNoteId: reference(debitNote),
    lrId: reference(lr),
    reason: choice(debitReasons, { words: deductionWords }),
    amount: money({ label: 'Deducted' }),
    remarks: text({ audience: 'readers', max: 255, optional: true }),
  },
  key: ['debitNoteId', 'lrId'],
  display: ['debitNoteId', 'lrId'],
  list: ['debitNoteId', 'lrId', 'reason', 'amount', 'remarks'],
  filters: ['debitNoteId', 'lrId', 'reason'],
  totals: ['amount'],
  search: [],
  sort: ['-id'],
  indexes: [['debitNoteId'], ['lrId']],
  access: debitNotes,
  within: { DISPATCH: { lrId: 'lrsInMyScope' }, TRANSPORTER: { lrId: 'lrsInMyScope' } },
  partOf: 'debitNoteId',
})

export type DebitNoteLine = Row<typeof debitNoteLine>
