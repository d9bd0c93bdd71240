import { bankStatements } from '../access.ts'
import { date, money, reference, text } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import type { FileShape } from '../define/sheet/file-shape.ts'
import { bankAccount } from '../settings/bank-account.ts'

/** The columns of a statement of a bank: a row for each line. */
export const bankStatementSheet = resource({
  group: 'transaction-view',
  name: 'bank-lines',
  title: 'Bank Statement',
  purpose: 'A statement of a bank, a row for each line.',
  fields: {
    bankAccountId: reference(bankAccount, {
      label: 'Bank account',
      aliases: ['account'],
      hint: 'May be empty where the form says it',
    }),
    valueDate: date({ label: 'Value date', aliases: ['value_date'] }),
    narration: text({ max: 1000, label: 'Narration', aliases: ['description', 'remarks'] }),
    reference: text({ max: 60, format: 'reference', optional: true, label: 'Reference', aliases: ['ref_no'] }),
    deposit: money({ optional: true, label: 'Deposit', hint: 'What came in' }),
    withdrawal: money({ optional: true, label: 'Withdrawal', hint: 'What was paid out' }),
  },
  key: ['bankAccountId', 'valueDate', 'narration'],
  display: ['valueDate', 'narration'],
  access: bankStatements,
})

/** How banks write their statements: HDFC and Axis by Amit49/Bank-Statement-to-csv-form. */
export const bankShapes: readonly FileShape[] = [
  {
    name: 'HDFC',
    columns: {
      valueDate: ['Value Dt'],
      narration: ['Narration'],
      reference: ['Chq./Ref.No.'],
      withdrawal: ['Withdrawal Amt.'],
      deposit: ['Deposit Amt.'],
    },
  },
  {
    name: 'Axis',
    columns: {
      valueDate: ['Tran Date'],
      narration: ['Particulars'],
      reference: ['Chq No'],
      withdrawal: ['Debit'],
      deposit: ['Credit'],
    },
  },
]
