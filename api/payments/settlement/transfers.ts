import type { Knex } from 'knex'
import { sum } from '../../../resources/define/amounts.ts'
import { type PaymentSettlementRow, paymentSettlementRow } from '../../../resources/payments/payment-settlement-row.ts'
import { type PaymentTransfer, paymentTransfer } from '../../../resources/payments/settlement/payment-transfer.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { insertRows, updateRow } from '../../derive/save/write.ts'
import { matchTransfer } from '../bank/match-transfer.ts'
import { noteDifference, settleDifferences } from './differences.ts'

/** A transfer as it is now, and what is known to have been received of it; both null where it has no rows any more. */
interface Recounted {
  transfer: PaymentTransfer | null
  received: number | null
}

/** The sums of the rows of a transfer, in paise. */
export const transferSums = (rows: readonly PaymentSettlementRow[]) => ({
  grossAmount: sum(rows.map(({ grossAmount }) => grossAmount)),
  feeAmount: sum(rows.map(({ feeAmount }) => feeAmount)),
  taxAmount: sum(rows.map(({ taxAmount }) => taxAmount)),
  netAmount: sum(rows.map(({ netAmount }) => netAmount)),
})

/**
 * Brings a transfer up to date with its rows, looks for it at the bank, and notes that its rows do not come to what the
 * bank received, or closes that once they do. `said` is the total that a file gives, in paise; null where it gives none.
 */
export async function recountTransfer(
  trx: Knex,
  accountId: number,
  utr: string,
  said: number | null,
  author: Author,
): Promise<Recounted> {
  const rows = await rowsOf(trx, paymentSettlementRow, some =>
    some.where({ accountId, settlementRef: utr }).orderBy('id'),
  )
  const [known] = await rowsOf(trx, paymentTransfer, some => some.where({ accountId, utr }).forUpdate())
  if (rows.length === 0) {
    if (known) await dropTransfer(trx, known.id)
    return { transfer: null, received: null }
  }
  const saidAmount = said ?? known?.saidAmount ?? rows.find(({ bankAmount }) => bankAmount !== null)?.bankAmount ?? null
  const { settlementDate } = rows[0]!
  const sums = { ...transferSums(rows), settlementDate, saidAmount }
  const saved = known
    ? await withSums(trx, known, sums, author)
    : (await insertRows(trx, paymentTransfer, [{ accountId, utr, ...sums, ...NEW }], author))[0]!
  const { transfer, received: atBank } = await matchTransfer(trx, saved, author)
  const received = atBank ?? saidAmount
  await compareSum(trx, transfer, received, author)
  return { transfer, received }
}

/** The name of a payout gives way to its UTR; a line of the bank that was offered for it is looked at again. */
async function dropTransfer(trx: Knex, transferId: number): Promise<void> {
  await trx('bank_line').where({ transferId }).update({ transferId: null, status: 'OTHER' })
  await trx('payment_transfer').where('id', transferId).delete()
}

async function withSums(trx: Knex, known: PaymentTransfer, sums: Partial<PaymentTransfer>, author: Author) {
  const isSame = Object.entries(sums).every(([name, value]) => known[name as keyof PaymentTransfer] === value)
  return isSame ? known : updateRow(trx, paymentTransfer, known, sums, author)
}

const NEW = {
  bankState: 'WAITING',
  receivedOn: null,
  feePosting: 'NOT_DUE',
  feeText: null,
  sapDoc: null,
  sapYear: null,
} as const

async function compareSum(trx: Knex, transfer: PaymentTransfer, received: number | null, author: Author) {
  const { accountId, utr: about, settlementDate: onDay, netAmount } = transfer
  if (received === null) return
  const which = { accountId, kind: 'UTR_SUM', about } as const
  if (netAmount === received) await settleDifferences(trx, which, 'The rows of the UTR are complete', author)
  else await noteDifference(trx, { ...which, onDay, expectedAmount: netAmount, foundAmount: received }, author)
}
