import { bankStatements } from '../../access.ts'
import { date, integer, money, reference, text } from '../../define/fields.ts'
import { openWhile, statusField } from '../../define/process/states.ts'
import { stepAction } from '../../define/process/step-action.ts'
import { type Row, record } from '../../define/resource.ts'
import { bankAccount } from '../../settings/bank-account.ts'
import { bankLineProcess } from './bank-line-process.ts'
import { paymentTransfer } from './payment-transfer.ts'

/** A line of a statement of the company's bank, and the transfer of a gateway that it is. */
export const bankLine = record({
  path: 'transaction-view/bank-lines',
  name: 'bank-line',
  title: 'Bank Lines',
  purpose: 'Lines of bank statements, with the transfers that they are.',
  fields: {
    bankAccountId: reference(bankAccount, { label: 'Bank account' }),
    valueDate: date({ label: 'Value date' }),
    narration: text({ max: 255, label: 'Narration' }),
    reference: text({ max: 60, optional: true, label: 'Reference' }),
    amount: money({ hint: 'Negative for what was paid out' }),
    utr: text({ max: 40, optional: true, label: 'UTR', hint: 'Found in the narration or the reference' }),
    nth: integer({ min: 1, default: 1, label: 'No' }),
    status: statusField(bankLineProcess, { tones: { OTHER: 'end', UNKNOWN: 'bad', OFFERED: 'wait' } }),
    transferId: reference(paymentTransfer, { optional: true, label: 'Transfer' }),
    reason: text({ max: 255, optional: true, label: 'Why not of a gateway' }),
  },
  key: ['bankAccountId', 'valueDate', 'amount', 'nth'],
  display: ['narration'],
  list: ['valueDate', 'bankAccountId', 'narration', 'reference', 'amount', 'utr', 'status', 'transferId', 'daysOpen'],
  computed: {
    daysOpen: integer({
      optional: true,
      label: 'Days open',
    }),
  },
  filters: ['status', 'bankAccountId', 'valueDate'],
  totals: ['amount'],
  search: ['narration', 'reference', 'utr'],
  sort: ['-id'],
  indexes: [['status', 'amount'], ['utr'], ['transferId']],
  actions: {
    confirmMatch: stepAction(bankLineProcess, 'confirmMatch', {
      on: 'each',
      confirm: 'Is this line the transfer that is shown with it?',
    }),
    setAside: stepAction(bankLineProcess, 'setAside', {
      on: 'each',
      inputs: { reason: text({ max: 255, label: 'What it is' }) },
    }),
  },
  access: bankStatements,
  openIf: openWhile(bankLineProcess),
})

export type BankLine = Row<typeof bankLine>
