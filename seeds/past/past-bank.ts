import type { Knex } from 'knex'
import { ImportRow } from '../../api/derive/import/import-row.ts'
import { rowsOf } from '../../api/derive/rows-of.ts'
import { importStatement } from '../../api/payments/bank/import-statement.ts'
import { today } from '../../api/platform/clock.ts'
import { addDays } from '../../resources/define/dates.ts'
import { withDefaults } from '../../resources/define/validate.ts'
import { bankLine } from '../../resources/payments/settlement/bank-line.ts'
import { type PaymentTransfer, paymentTransfer } from '../../resources/payments/settlement/payment-transfer.ts'
import { bankAccount } from '../../resources/settings/bank-account.ts'
import { bankStatementSheet } from '../../resources/uploads/bank-statement.ts'
import { callerNamed } from '../orders.ts'
import { act } from './past.ts'
import type { Counter } from './past-payments.ts'

/** What is odd in a statement of the bank. */
export type BankOddity = 'lacks a transfer' | 'names no UTR' | 'of no file'

/** A line of a statement, in the names of its sheet. */
type SheetLine = Record<string, string | number | null>

/** Finance takes in what the bank received since the last statement: what it did not have then never comes, and what fits by its amount alone is confirmed by hand. */
export async function takeStatement({ past }: Counter, odd: readonly BankOddity[]): Promise<void> {
  const { trx, rows: seeds } = past
  const [account] = await rowsOf(trx, bankAccount, rows => rows.orderBy('id').limit(1))
  const { lastDay } = (await trx('bank_line').max({ lastDay: 'valueDate' }).first())!
  const waiting = await rowsOf(trx, paymentTransfer, rows =>
    rows
      .where('bankState', 'WAITING')
      .whereBetween('settlementDate', [addDays(lastDay ?? '2000-01-01', 1), today()])
      .orderBy('id'),
  )
  const bankAccountId = account!.id
  const seen = odd.includes('lacks a transfer') ? waiting.slice(1) : waiting
  const lines: SheetLine[] = [
    ...seen.map((transfer, at) => lineFor(transfer, odd.includes('names no UTR') && at === 0)),
    { valueDate: addDays(today(), -1), narration: 'CHQ PAID-RENT OF GODOWN 4', withdrawal: 1_25_000_00 },
  ]
  if (odd.includes('of no file'))
    lines.push({ valueDate: addDays(today(), -1), narration: 'NEFT CR-CITI0000002-PAYU PAYMENTS', deposit: 4_320_00 })
  const file = lines.map((line, index) => {
    const one = new ImportRow(index + 2, [])
    one.row = withDefaults(bankStatementSheet, { bankAccountId, ...line })
    return one
  })
  const { person, author } = await callerNamed(trx, seeds, 'finance')
  await importStatement(trx as Knex.Transaction, file, { person, author, given: {}, columns: [] })
  const [fault] = file.flatMap(({ faults }) => faults)
  if (fault) throw new Error(`A bank statement of the past is refused: ${fault.message}`)
  const offered = await rowsOf(trx, bankLine, rows => rows.where('status', 'OFFERED').orderBy('id'))
  for (const line of offered) await act(past, 'finance', bankLine, 'confirmMatch', line)
}

/** What the bank says of a transfer: what the file says that it received. */
const lineFor = ({ utr, settlementDate, netAmount, saidAmount }: PaymentTransfer, isNameless: boolean): SheetLine => ({
  valueDate: settlementDate,
  narration: isNameless ? 'BY TRANSFER SETTLEMENT OF GATEWAY' : `NEFT CR-HDFC0000240-GATEWAY SETTLEMENT-${utr}`,
  deposit: saidAmount ?? netAmount,
})
