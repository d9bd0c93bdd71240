import type { Knex } from 'knex'
import { dayText, rupees } from '../../../resources/define/show.ts'
import { type BankLine, bankLine } from '../../../resources/payments/settlement/bank-line.ts'
import { namesGateway, utrsIn } from '../../../resources/payments/settlement/bank-words.ts'
import { type PaymentTransfer, paymentTransfer } from '../../../resources/payments/settlement/payment-transfer.ts'
import { differenceText } from '../../../resources/payments/settlement-rules.ts'
import { type BankAccount, bankAccount } from '../../../resources/settings/bank-account.ts'
import type { ImportRow } from '../../derive/import/import-row.ts'
import type { StoredRow } from '../../derive/row-codec.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { insertRows, updateRow } from '../../derive/save/write.ts'
import type { RowGroups, UploadContext } from '../../derive/uploads/upload.ts'
import { today } from '../../platform/clock.ts'
import { noteDifference } from '../settlement/differences.ts'
import { matchLine, namesTransfer, offerLine, unseen } from './match-transfer.ts'

/** The lines of one day are counted together; each is right or wrong for itself. */
export const linesOfDay = (): RowGroups => ({ fields: ['bankAccountId', 'valueDate'], name: 'day', eachAlone: true })

type Draft = Pick<BankLine, 'bankAccountId' | 'valueDate' | 'narration' | 'reference' | 'amount'>

/**
 * Takes in lines of a bank statement, and finds the transfers of gateways among them. A line that was taken in before
 * changes nothing: lines of one amount on one day are told apart by what the bank writes, then by their place.
 */
export async function importStatement(trx: Knex.Transaction, rows: ImportRow[], { author }: UploadContext) {
  const read = rows.map(one => ({ one, draft: readLine(one) }))
  const days = [...new Set(read.flatMap(({ draft }) => draft?.valueDate ?? []))]
  const stored = await rowsOf(trx, bankLine, some => some.whereIn('valueDate', days).orderBy('id'))
  const met = new Set<BankLine>()
  const counts = new Map<string, number>()
  const accounts = await rowsOf(trx, bankAccount, some => some.orderBy('id'))
  for (const { one, draft } of read) {
    if (!draft) continue
    const alike = stored.filter(
      known =>
        known.bankAccountId === draft.bankAccountId &&
        known.valueDate === draft.valueDate &&
        known.amount === draft.amount,
    )
    const before = alike.find(known => !met.has(known) && isSameLine(known, draft))
    if (before) {
      met.add(before)
      one.before = before as unknown as StoredRow
      one.entityId = before.id
      one.unchanged = true
      continue
    }
    const key = [draft.bankAccountId, draft.valueDate, draft.amount].join('/')
    const nth = (counts.get(key) ?? Math.max(0, ...alike.map(known => known.nth))) + 1
    counts.set(key, nth)
    const account = accounts.find(({ id }) => id === draft.bankAccountId)!
    one.entityId = await takeLine(trx, one, { ...draft, nth }, account, author)
  }
}

const isSameLine = (known: BankLine, { narration, reference }: Draft) =>
  squeezed(known.narration) === squeezed(narration) && squeezed(known.reference) === squeezed(reference)

/** A text as far as it tells lines apart: banks fill up with spaces as they like. */
const squeezed = (text: string | null) => (text ?? '').replace(/\s+/g, '').toLowerCase()

/** Reads a line; undefined where it is refused. */
function readLine(one: ImportRow): Draft | undefined {
  const { bankAccountId, valueDate, narration, reference, deposit, withdrawal } = one.row as {
    bankAccountId: number
    valueDate: string
    narration: string
    reference: string | null
    deposit: number | null
    withdrawal: number | null
  }
  const amount = Math.abs(deposit ?? 0) - Math.abs(withdrawal ?? 0)
  if (valueDate > today()) {
    one.refuse('valueDate', 'RANGE', 'Value date must not lie in the future')
    return undefined
  }
  if (amount === 0) {
    one.refuse('deposit', 'REQUIRED', 'Deposit or Withdrawal is required: one of them must be more than 0')
    return undefined
  }
  return { bankAccountId, valueDate, narration: narration.slice(0, 255), reference, amount }
}

/** Saves a line and looks for its transfer; returns its id. */
async function takeLine(
  trx: Knex,
  one: ImportRow,
  draft: Draft & Pick<BankLine, 'nth'>,
  account: BankAccount,
  author: Author,
): Promise<number> {
  const utrs = utrsIn(String(one.row.narration), draft.reference)
  const row = { ...draft, utr: utrs[0] ?? null, status: 'OTHER' as const, transferId: null, reason: null }
  const [line] = await insertRows(trx, bankLine, [row], author)
  if (draft.amount < 0) return line!.id
  const { exact, offered } = await transfersFor(trx, line!, utrs)
  if (exact) {
    await matchLine(trx, line!, exact, author)
    one.warnings.push({ field: 'narration', code: 'MATCHED', message: `It is the transfer ${exact.utr}` })
  } else if (offered) await offer(trx, one, line!, offered, author)
  else if (account.isForGateways || namesGateway(String(one.row.narration)))
    await noteUnknown(trx, one, line!, account, author)
  return line!.id
}

/** The transfer that a line is by UTR and amount, and one that it may be by either of them alone. */
async function transfersFor(trx: Knex, line: BankLine, utrs: readonly string[]) {
  const written = [...utrs, ...(line.reference === null ? [] : [line.reference])]
  const fitting = await rowsOf(trx, paymentTransfer, rows =>
    rows
      .whereIn('bankState', [...unseen])
      .where(fits => fits.whereIn('utr', written).orWhere('netAmount', line.amount))
      .orderBy('id')
      .forUpdate(),
  )
  const named = fitting.filter(({ utr }) => namesTransfer(line, utr))
  const exact = named.find(({ netAmount }) => netAmount === line.amount)
  const alone = line.utr === null ? fitting.filter(({ settlementDate }) => settlementDate <= line.valueDate) : []
  return { exact, offered: named[0] ?? alone[0] }
}

async function offer(trx: Knex, one: ImportRow, line: BankLine, transfer: PaymentTransfer, author: Author) {
  await offerLine(trx, line, transfer.id, author)
  const { accountId, utr: about, settlementDate: onDay, netAmount: expectedAmount } = transfer
  if (expectedAmount === line.amount) {
    const message = `It may be the transfer ${about} by its amount: confirm it in the list`
    one.warnings.push({ field: 'narration', code: 'OFFERED', message })
    return
  }
  const difference = { kind: 'UTR_SUM', expectedAmount, foundAmount: line.amount } as const
  await noteDifference(trx, { ...difference, accountId, about, onDay, bankLineId: line.id }, author)
  one.warnings.push({ field: 'deposit', code: 'UTR_SUM', message: differenceText(difference) })
}

/** Notes that a gateway paid what no settlement file explains. */
async function noteUnknown(trx: Knex, one: ImportRow, line: BankLine, { code }: BankAccount, author: Author) {
  await updateRow(trx, bankLine, line, { status: 'UNKNOWN' }, author)
  const { id: bankLineId, valueDate: onDay, utr, nth, amount: foundAmount } = line
  const about = [code, dayText(onDay), utr ?? rupees(foundAmount), `#${nth}`].join(' ')
  const difference = { kind: 'BANK_UNKNOWN', expectedAmount: 0, foundAmount } as const
  await noteDifference(trx, { ...difference, accountId: null, about, onDay, bankLineId }, author)
  one.warnings.push({ field: 'deposit', code: difference.kind, message: differenceText(difference) })
}
