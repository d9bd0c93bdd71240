import type { Knex } from 'knex'
import { addDays } from '../../../resources/define/dates.ts'
import { dayText } from '../../../resources/define/show.ts'
import { type BankLine, bankLine } from '../../../resources/payments/settlement/bank-line.ts'
import { bankLineProcess } from '../../../resources/payments/settlement/bank-line-process.ts'
import { utrsIn } from '../../../resources/payments/settlement/bank-words.ts'
import { type PaymentTransfer, paymentTransfer } from '../../../resources/payments/settlement/payment-transfer.ts'
import { receivedBy } from '../../../resources/payments/settlement-days.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { bankHolidays } from '../settlement/bank-holidays.ts'
import { settleDifferences } from '../settlement/differences.ts'

/** So many days after a transfer a line of its amount alone is still offered for it. */
const DAYS_OFFERED = 15

/** The states of a transfer that the bank has not shown yet. */
export const unseen = ['WAITING', 'MISSING'] as const

/** Whether a line names a transfer, anywhere in its narration or reference. */
export const namesTransfer = ({ narration, reference }: Pick<BankLine, 'narration' | 'reference'>, utr: string) =>
  utrsIn(narration, reference).includes(utr.toUpperCase()) || reference?.toUpperCase() === utr.toUpperCase()

/**
 * Looks for a transfer among the lines of the bank: UTR and amount match; either alone is offered, for a person to
 * confirm. Returns the transfer as it is then, and what the bank received under its UTR, in paise; null without a line.
 */
export async function matchTransfer(
  trx: Knex,
  transfer: PaymentTransfer,
  author: Author,
): Promise<{ transfer: PaymentTransfer; received: number | null }> {
  const own = await rowsOf(trx, bankLine, rows => rows.where({ transferId: transfer.id, status: 'MATCHED' }))
  if (own.length > 0) return { transfer, received: own[0]!.amount }
  if (transfer.netAmount <= 0)
    return { transfer: await withState(trx, transfer, { bankState: 'NONE' }, author), received: null }
  const reopened =
    transfer.bankState === 'NONE' ? await withState(trx, transfer, { bankState: 'WAITING' }, author) : transfer
  const open = await openLines(trx, reopened)
  const named = open.filter(line => namesTransfer(line, transfer.utr))
  const exact = named.find(({ amount }) => amount === transfer.netAmount)
  if (exact) return { transfer: await matchLine(trx, exact, reopened, author), received: exact.amount }
  const [offered] = named.length > 0 ? named : open
  if (offered) await offerLine(trx, offered, transfer.id, author)
  return { transfer: reopened, received: named[0]?.amount ?? null }
}

/** Lines that no transfer has, and that bear its UTR or, in time, its amount. */
async function openLines(trx: Knex, { id, utr, netAmount, settlementDate }: PaymentTransfer): Promise<BankLine[]> {
  const lines = await rowsOf(trx, bankLine, rows =>
    rows
      .whereNot('status', 'MATCHED')
      .where('amount', '>', 0)
      .where(free => free.whereNull('transferId').orWhere('transferId', id))
      .where(fits =>
        fits
          .where('utr', utr)
          .orWhere('narration', 'like', `%${utr.replace(/[%_\\]/g, '')}%`)
          .orWhere(alone =>
            alone
              .where('amount', netAmount)
              .whereNull('reason')
              .whereBetween('valueDate', [settlementDate, addDays(settlementDate, DAYS_OFFERED)]),
          ),
      )
      .orderBy('valueDate')
      .orderBy('id')
      .forUpdate(),
  )
  // What says another transfer by its UTR is not offered for its amount.
  return lines.filter(line => namesTransfer(line, utr) || line.utr === null)
}

/** Notes that a line is a transfer, and closes what was noted of both. */
export async function matchLine(
  trx: Knex,
  line: BankLine,
  transfer: PaymentTransfer,
  author: Author,
): Promise<PaymentTransfer> {
  const matched = { status: 'MATCHED' as const, transferId: transfer.id }
  if (line.status !== 'MATCHED') await updateRow(trx, bankLine, line, matched, author)
  const isLate = line.valueDate > receivedBy(transfer.settlementDate, await bankHolidays(trx))
  const received = { bankState: isLate ? ('LATE' as const) : ('RECEIVED' as const), receivedOn: line.valueDate }
  const reason = `Received on ${dayText(line.valueDate)}`
  const missing = { kind: 'BANK_MISSING', accountId: transfer.accountId, about: transfer.utr } as const
  await settleDifferences(trx, missing, reason, author)
  await settleDifferences(
    trx,
    { kind: 'BANK_UNKNOWN', bankLineId: line.id },
    `It is the transfer ${transfer.utr}`,
    author,
  )
  return withState(trx, transfer, received, author)
}

/** Offers a line for a transfer. */
export async function offerLine(trx: Knex, line: BankLine, transferId: number, author: Author): Promise<void> {
  if (line.status === 'OFFERED' && line.transferId === transferId) return
  if (bankLineProcess.steps.offer.from.every(state => state !== line.status)) return
  await updateRow(trx, bankLine, line, { status: 'OFFERED', transferId }, author)
}

async function withState(
  trx: Knex,
  transfer: PaymentTransfer,
  changes: Partial<Pick<PaymentTransfer, 'bankState' | 'receivedOn'>>,
  author: Author,
): Promise<PaymentTransfer> {
  const isSame =
    transfer.bankState === changes.bankState && transfer.receivedOn === (changes.receivedOn ?? transfer.receivedOn)
  return isSame ? transfer : updateRow(trx, paymentTransfer, transfer, changes, author)
}
