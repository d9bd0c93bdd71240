import type { Knex } from 'knex'
import { sum } from '../../../resources/define/amounts.ts'
import { dayText, rupees } from '../../../resources/define/show.ts'
import { withDefaults } from '../../../resources/define/validate.ts'
import { type PaymentSettlementRow, paymentSettlementRow } from '../../../resources/payments/payment-settlement-row.ts'
import type { PaymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { differenceText, netOf } from '../../../resources/payments/settlement-rules.ts'
import type { SettlementKind } from '../../../resources/payments/settlement-words.ts'
import type { ImportRow } from '../../derive/import/import-row.ts'
import type { StoredRow } from '../../derive/row-codec.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { changesIn, insertRows } from '../../derive/save/write.ts'
import type { RowGroups, UploadContext } from '../../derive/uploads/upload.ts'
import { today } from '../../platform/clock.ts'
import { noteDifference, settleDifferences } from './differences.ts'
import { aboutRow, matchRow, paymentOf, paymentsNamed } from './match-rows.ts'
import { type Accounts, accountOf, readAccounts } from './settlement-accounts.ts'

/** The rows of one transfer to the bank are taken in together: a wrong row holds back its UTR. */
export const settledTogether = (): RowGroups => ({ fields: ['gateway', 'settlementRef'], name: 'UTR' })

/** A row that is new, as it is to be saved. */
interface Fresh {
  one: ImportRow
  row: Omit<
    PaymentSettlementRow,
    'id' | 'isActive' | 'rowVersion' | 'createdAt' | 'createdById' | 'updatedAt' | 'updatedById'
  >
  payment: PaymentTransaction | undefined
}

/**
 * Takes in rows of a gateway's settlement file: settles the payments that they fit, and notes all else as differences. A
 * row that was taken in before changes nothing; a sale, or what the gateway gave a reference, is refused with other
 * amounts. What was taken back without a reference is known by its amount, and its place among equals (§F2.5).
 */
export async function importSettlement(trx: Knex.Transaction, rows: ImportRow[], { author }: UploadContext) {
  const accounts = await readAccounts(trx)
  const rowsByKey = await knownRows(trx, rows)
  const fresh: Fresh['row'][] = []
  const places: ImportRow[] = []
  const keys = new Map<string, number>()
  const met = new Set<PaymentSettlementRow>()
  for (const one of rows) {
    const row = readRow(one, accounts)
    if (!row) continue
    const alike = rowsByKey.get(keyOf(row)) ?? []
    const isKnownByName = row.kind === 'SALE' || row.eventRef !== UNNAMED
    const before = alike.find(known => !met.has(known) && (isKnownByName || known.grossAmount === row.grossAmount))
    if (before) {
      met.add(before)
      compareWithKnown(one, row, before)
    } else if (isKnownByName && (alike.length > 0 || keys.has(keyOf(row))))
      one.refuse('gatewayTxnId', 'DUPLICATE_IN_FILE', 'Another row of this file has the same reference, kind and UTR')
    else {
      const earlier = keys.get(keyOf(row)) ?? 0
      keys.set(keyOf(row), earlier + 1)
      fresh.push(isKnownByName ? row : { ...row, eventRef: `#${alike.length + earlier + 1}` })
      places.push(one)
    }
  }
  refuseMixedReceipts(rows, [...rowsByKey.values()].flat())
  if (fresh.length === 0 || rows.some(({ faults }) => faults.length > 0)) return
  const payments = await paymentsNamed(trx, fresh)
  const newRows = fresh.map((row, index) => ({ one: places[index]!, row, payment: paymentOf(row, payments, accounts) }))
  await save(trx, newRows, author)
}

type Named = Pick<PaymentSettlementRow, 'accountId' | 'gatewayTxnId' | 'kind' | 'settlementRef' | 'eventRef'>

/** What stands for the reference of an event where the gateway gives none. */
const UNNAMED = '#1'

/** The references of a row; those without one of their event share a key. */
const keyOf = ({ accountId, gatewayTxnId, kind, settlementRef, eventRef }: Named) =>
  [accountId, gatewayTxnId, kind, settlementRef, /^#\d+$/.test(eventRef) ? '' : eventRef].join('/').toLowerCase()

/** The rows of these UTRs that were taken in before, by their key. */
async function knownRows(trx: Knex, rows: readonly ImportRow[]): Promise<Map<string, PaymentSettlementRow[]>> {
  const references = [...new Set(rows.map(({ row }) => String(row.settlementRef)))]
  const storedRows = await rowsOf(trx, paymentSettlementRow, some =>
    some.whereIn('settlementRef', references).orderBy('id'),
  )
  return Map.groupBy(storedRows, keyOf)
}

/** What a row of the file is to be saved as; undefined where it is refused. What was taken back is negative. */
function readRow(one: ImportRow, accounts: Accounts): Fresh['row'] | undefined {
  const account = accountOf(one, accounts)
  if (!account) return undefined
  const { kind, settlementDate } = one.row as { kind: SettlementKind; settlementDate: string }
  const amount = one.row.amount as number
  const [feeAmount, taxAmount] = [one.row.fee as number, one.row.taxOnFee as number]
  const net = one.row.netAmount as number | null
  if (settlementDate > today()) {
    one.refuse('settlementDate', 'RANGE', 'Settlement date must not lie in the future')
    return undefined
  }
  if (kind === 'SALE' && amount <= 0) {
    one.refuse('amount', 'RANGE', 'Amount must be more than 0: of what was taken back, say the kind REFUND')
    return undefined
  }
  const sign = (kind === 'REFUND' || kind === 'CHARGEBACK') && amount > 0 ? -1 : 1
  const grossAmount = sign * amount
  return {
    ...{ accountId: account[0], kind, settlementDate, grossAmount, feeAmount, taxAmount, transactionId: null },
    gatewayTxnId: String(one.row.gatewayTxnId),
    txnNo: one.row.txnNo as string | null,
    eventRef: (one.row.eventRef as string | null) ?? UNNAMED,
    netAmount: net === null ? netOf({ grossAmount, feeAmount, taxAmount }) : sign * net,
    settlementRef: String(one.row.settlementRef),
    bankAmount: one.row.bankAmount as number | null,
  }
}

/** A row that stands already is the same or refused: what the bank has received no file changes. */
function compareWithKnown(one: ImportRow, row: Fresh['row'], before: PaymentSettlementRow) {
  one.before = before as unknown as StoredRow
  one.entityId = before.id
  const { transactionId: _, eventRef: __, ...values } = row
  if (Object.keys(changesIn(before as unknown as StoredRow, values)).length === 0) one.unchanged = true
  else
    one.refuse(
      'amount',
      'TAKEN_IN',
      `This row was taken in before as ${rupees(before.grossAmount)}, net ${rupees(before.netAmount)}, settled on ${dayText(before.settlementDate)}: a correction comes as a row of the kind ADJUSTMENT`,
    )
}

/** Refuses rows that name different receipts of the bank for one UTR. */
function refuseMixedReceipts(rows: readonly ImportRow[], storedRows: readonly PaymentSettlementRow[]) {
  const received = new Map(
    storedRows.flatMap(({ settlementRef, bankAmount }) => (bankAmount === null ? [] : [[settlementRef, bankAmount]])),
  )
  for (const one of rows) {
    const { settlementRef, bankAmount } = one.row as { settlementRef: string; bankAmount: number | null }
    if (bankAmount === null) continue
    const other = received.get(settlementRef)
    if (other === undefined) received.set(settlementRef, bankAmount)
    else if (other !== bankAmount)
      one.refuse('bankAmount', 'MIXED', 'Received by the bank is the same in all rows of a UTR: correct it')
  }
}

async function save(trx: Knex, fresh: readonly Fresh[], author: Author) {
  const drafts = fresh.map(({ row, payment }) =>
    withDefaults(paymentSettlementRow, { ...row, transactionId: payment?.id ?? null }),
  )
  const saved = await insertRows(trx, paymentSettlementRow, drafts as Partial<PaymentSettlementRow>[], author)
  // A later row of the same payment meets it as the row before has left it.
  const left = new Map<number, PaymentTransaction>()
  for (const [index, { one, payment }] of fresh.entries()) {
    const row = saved[index]!
    one.entityId = row.id
    const matched = await matchRow(trx, row, payment && (left.get(payment.id) ?? payment), author)
    if (matched.payment) left.set(matched.payment.id, matched.payment)
    const { different } = matched
    if (different) one.warnings.push({ field: 'amount', code: different.kind, message: differenceText(different) })
    await compareNet(trx, one, row, author)
  }
  await compareUtrs(trx, fresh, saved, author)
}

/** Notes that the net amount which the file gives is not amount less fee and tax. */
async function compareNet(trx: Knex, one: ImportRow, row: PaymentSettlementRow, author: Author) {
  const expectedAmount = netOf(row)
  if (expectedAmount === row.netAmount) return
  const difference = { kind: 'NET_DIFFERS', expectedAmount, foundAmount: row.netAmount } as const
  const { accountId, settlementDate: onDay, transactionId, id: settlementRowId } = row
  await noteDifference(
    trx,
    { ...difference, accountId, onDay, about: aboutRow(row), transactionId, settlementRowId },
    author,
  )
  one.warnings.push({ field: 'netAmount', code: difference.kind, message: differenceText(difference) })
}

/** Compares each UTR with the bank, and says at its first row how many of its rows fit. */
async function compareUtrs(trx: Knex, fresh: readonly Fresh[], saved: readonly PaymentSettlementRow[], author: Author) {
  const groups = Map.groupBy(fresh.keys(), index => `${saved[index]!.accountId}/${saved[index]!.settlementRef}`)
  for (const places of groups.values()) {
    const { one } = fresh[places[0]!]!
    const { net, received } = await compareUtr(trx, saved[places[0]!]!, author)
    const differing = places.filter(place => fresh[place]!.one.warnings.length > 0).length
    if (received !== null && received !== net) {
      const difference = { kind: 'UTR_SUM', expectedAmount: net, foundAmount: received } as const
      one.warnings.push({ field: 'bankAmount', code: difference.kind, message: differenceText(difference) })
    }
    const message = `UTR ${saved[places[0]!]!.settlementRef}: ${places.length - differing} of ${places.length} new rows fit, ${rupees(net)} net in total`
    one.warnings.push({ field: 'settlementRef', code: 'SUM', message })
  }
}

/** What the rows of a UTR come to, and what the bank received where the file says so; in paise. */
interface UtrSum {
  rows: readonly PaymentSettlementRow[]
  net: number
  received: number | null
}

/** Adds up the rows of a UTR of an account. */
async function utrSum(db: Knex, accountId: number, settlementRef: string): Promise<UtrSum> {
  const rows = await rowsOf(db, paymentSettlementRow, some => some.where({ accountId, settlementRef }).orderBy('id'))
  const received = rows.find(({ bankAmount }) => bankAmount !== null)?.bankAmount ?? null
  return { rows, net: sum(rows.map(({ netAmount }) => netAmount)), received }
}

/** Notes that the rows of a UTR do not come to what the bank received, or closes that once they do. */
async function compareUtr(trx: Knex, row: PaymentSettlementRow, author: Author): Promise<UtrSum> {
  const { accountId, settlementRef: about, settlementDate: onDay } = row
  const sums = await utrSum(trx, accountId, about)
  if (sums.received === null) return sums
  const which = { accountId, kind: 'UTR_SUM', about } as const
  if (sums.net === sums.received) await settleDifferences(trx, which, 'The rows of the UTR are complete', author)
  else await noteDifference(trx, { ...which, onDay, expectedAmount: sums.net, foundAmount: sums.received }, author)
  return sums
}
