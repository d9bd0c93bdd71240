import type { Knex } from 'knex'
import { sum } from '../../../resources/define/amounts.ts'
import { type PaymentSettlementRow, paymentSettlementRow } from '../../../resources/payments/payment-settlement-row.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { noteDifference, settleDifferences } from './differences.ts'

/** What the rows of a UTR come to, and what the bank received where the file says so; in paise. */
export interface UtrSum {
  rows: readonly PaymentSettlementRow[]
  net: number
  received: number | null
}

/** Adds up the rows of a UTR of an account. */
export async function utrSum(db: Knex, accountId: number, settlementRef: string): Promise<UtrSum> {
  const rows = await rowsOf(db, paymentSettlementRow, some => some.where({ accountId, settlementRef }).orderBy('id'))
  const received = rows.find(({ bankAmount }) => bankAmount !== null)?.bankAmount ?? null
  return { rows, net: sum(rows.map(({ netAmount }) => netAmount)), received }
}

/** Notes that the rows of a UTR do not come to what the bank received, or closes that once they do. */
export async function compareUtr(trx: Knex, row: PaymentSettlementRow, author: Author): Promise<UtrSum> {
  const { accountId, settlementRef: about, settlementDate: onDay } = row
  const sums = await utrSum(trx, accountId, about)
  if (sums.received === null) return sums
  const which = { accountId, kind: 'UTR_SUM', about } as const
  if (sums.net === sums.received) await settleDifferences(trx, which, 'The rows of the UTR are complete', author)
  else await noteDifference(trx, { ...which, onDay, expectedAmount: sums.net, foundAmount: sums.received }, author)
  return sums
}
