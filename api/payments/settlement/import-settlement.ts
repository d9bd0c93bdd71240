import type { Knex } from 'knex'
import { withDefaults } from '../../../resources/define/validate.ts'
import { type PaymentSettlementRow, paymentSettlementRow } from '../../../resources/payments/payment-settlement-row.ts'
import { paymentAdjustment } from '../../../resources/payments/settlement/payment-adjustment.ts'
import { differenceText, netOf } from '../../../resources/payments/settlement-rules.ts'
import type { ImportRow } from '../../derive/import/import-row.ts'
import type { StoredRow } from '../../derive/row-codec.ts'
import type { Author } from '../../derive/save/author.ts'
import { insertRows, updateRow } from '../../derive/save/write.ts'
import type { RowGroups, UploadContext } from '../../derive/uploads/upload.ts'
import { recountPayment } from '../money/recount.ts'
import { compareTransfers } from './compare-transfers.ts'
import { noteDifference } from './differences.ts'
import { aboutRow, capturesNamed, matchRow } from './match-rows.ts'
import { type ReadRow, readRow, type TotalRow } from './read-rows.ts'
import { knownRows, RowsByIdentity, rowKeyOf } from './row-identity.ts'
import { type Accounts, readAccounts, recogniseAccount } from './settlement-accounts.ts'

/** The rows of one transfer to the bank are taken in together: a wrong row holds back its UTR. */
export const settledTogether = (): RowGroups => ({ fields: ['settlementRef', 'payId'], name: 'UTR' })

/** A row of a file that is another than before. */
interface ChangedRow {
  row: ReadRow
  before: Pick<PaymentSettlementRow, keyof ReadRow['draft']> & { id?: number }
}

/** What the rows of a file are. */
interface Sorted {
  fresh: ReadRow[]
  changed: ChangedRow[]
  /** Known under a payout, whose UTR the gateway knows by now. */
  named: { row: ReadRow; before: PaymentSettlementRow }[]
}

/**
 * Takes in rows of a gateway's settlement file: settles the captures that they fit, takes in what went back, and notes all
 * else as differences. A row that was taken in before changes nothing; with other figures it is a difference. What has no
 * event of the gateway's own is known by its amount, and its place among equals of its UTR (§F2.5).
 */
export async function importSettlement(trx: Knex.Transaction, rows: ImportRow[], saving: UploadContext) {
  const { author } = saving
  const accounts = await readAccounts(trx)
  await recogniseAccount(trx, rows, accounts)
  const read = rows.map(one => readRow(one, accounts, saving))
  const own = read.flatMap(one => (one && 'row' in one ? [one.row] : []))
  const totals = read.flatMap(one => (one && 'total' in one ? [one.total] : []))
  const stored = await knownRows(trx, own, accounts)
  refuseMixedReceipts(own, totals, stored)
  if (rows.some(({ faults }) => faults.length > 0)) return
  const { fresh, changed, named } = sort(own, stored)
  for (const { one } of totals) one.unchanged = true
  const saved = await save(trx, fresh, author)
  for (const [index, row] of fresh.entries()) row.one.entityId = saved[index]!.id
  await takeIn(trx, fresh, saved, accounts, author)
  for (const { row, before } of named) await nameUtr(trx, row, before, author)
  for (const one of changed) await noteChange(trx, one, author)
  await compareTransfers(trx, { own, totals, fresh, named }, author)
}

/** Tells new rows from those that were taken in before, also earlier in this file. */
function sort(rows: readonly ReadRow[], stored: readonly PaymentSettlementRow[]): Sorted {
  const sorted: Sorted = { fresh: [], changed: [], named: [] }
  const known = new RowsByIdentity(stored)
  const taken = new RowsByIdentity<ReadRow['draft']>()
  const met = new Set<PaymentSettlementRow>()
  for (const row of rows) {
    const { draft, payout, one } = row
    const before = known.ofEvent(draft, payout) ?? known.alike(draft, payout).find(row => !met.has(row))
    const earlier = before ? undefined : taken.ofEvent(draft)
    if (before) {
      met.add(before)
      one.before = before as unknown as StoredRow
      one.entityId = before.id
      one.unchanged = true
      if (payout !== null && before.settlementRef === payout && draft.settlementRef !== payout) {
        one.unchanged = false
        sorted.named.push({ row, before })
      } else if (isChanged(before, draft)) sorted.changed.push({ row, before })
    } else if (earlier) {
      one.unchanged = true
      if (isChanged(earlier, draft)) sorted.changed.push({ row, before: earlier })
      else
        one.warnings.push({
          field: 'gatewayTxnId',
          code: 'TWICE',
          message: 'The file has this row twice: it counts once',
        })
    } else {
      draft.rowKey = rowKeyOf(draft, known.alike(draft).length + taken.alike(draft).length + 1)
      taken.add(draft)
      sorted.fresh.push(row)
    }
  }
  return sorted
}

const FIGURES = ['grossAmount', 'feeAmount', 'taxAmount', 'netAmount', 'settlementDate', 'settlementRef'] as const
const isChanged = (before: ChangedRow['before'], row: ReadRow['draft']) =>
  FIGURES.some(name => before[name] !== row[name])

/** Refuses rows that name different receipts of the bank for one UTR. */
function refuseMixedReceipts(
  rows: readonly ReadRow[],
  totals: readonly TotalRow[],
  stored: readonly PaymentSettlementRow[],
) {
  const received = new Map(
    stored.flatMap(({ settlementRef, bankAmount }) => (bankAmount === null ? [] : [[settlementRef, bankAmount]])),
  )
  const said = [
    ...rows.map(({ one, draft }) => ({ one, utr: draft.settlementRef, amount: draft.bankAmount })),
    ...totals.map(({ one, utr, net }) => ({ one, utr, amount: net })),
  ]
  for (const { one, utr, amount } of said) {
    if (amount === null) continue
    const other = received.get(utr)
    if (other === undefined) received.set(utr, amount)
    else if (other !== amount)
      one.refuse('bankAmount', 'MIXED', 'Received by the bank is the same in all rows of a UTR: correct it')
  }
}

async function save(trx: Knex, fresh: readonly ReadRow[], author: Author): Promise<PaymentSettlementRow[]> {
  if (fresh.length === 0) return []
  const drafts = fresh.map(({ draft }) => withDefaults(paymentSettlementRow, draft))
  const saved = await insertRows(trx, paymentSettlementRow, drafts as Partial<PaymentSettlementRow>[], author)
  const adjustments = fresh.flatMap(({ adjustment: kind }, index) => {
    const {
      id: settlementRowId,
      accountId,
      eventId,
      netAmount: amount,
      settlementRef: utr,
      settlementDate,
    } = saved[index]!
    return kind === null
      ? []
      : [{ accountId, eventId, kind, amount, utr, settlementDate, settlementRowId, sapDoc: null }]
  })
  if (adjustments.length > 0) await insertRows(trx, paymentAdjustment, adjustments, author)
  return saved
}

/** Settles and takes back what new rows say, in their order, and brings their payments up to date. */
async function takeIn(
  trx: Knex,
  fresh: readonly ReadRow[],
  saved: readonly PaymentSettlementRow[],
  accounts: Accounts,
  author: Author,
) {
  const named = await capturesNamed(trx, saved)
  const settled = new Set<number>()
  for (const [index, { one, returned, refundNo }] of fresh.entries()) {
    const matched = await matchRow(trx, { row: saved[index]!, returned, refundNo }, named, accounts, author)
    if (matched.settled) settled.add(matched.settled)
    const { different } = matched
    if (different) one.warnings.push({ field: 'amount', code: different.kind, message: differenceText(different) })
    await compareNet(trx, one, matched.row, author)
  }
  for (const id of [...settled].sort((a, b) => a - b)) await recountPayment(trx, id, author)
}

/** Gives a row the UTR of its payout, and with it the capture that it settled. */
async function nameUtr(trx: Knex, { draft }: ReadRow, before: PaymentSettlementRow, author: Author) {
  const { settlementRef } = draft
  const rowKey = before.rowKey.replace(before.settlementRef, settlementRef)
  await updateRow(trx, paymentSettlementRow, before, { settlementRef, rowKey }, author)
  await trx('payment_adjustment').where('settlementRowId', before.id).update({ utr: settlementRef })
  if (before.kind !== 'SALE' || before.captureId === null) return
  const old = before.settlementRef
  const changed = await trx('payment_capture')
    .where({ id: before.captureId, settlementRef: old })
    .update({ settlementRef })
  if (changed > 0 && before.transactionId !== null) await recountPayment(trx, before.transactionId, author)
}

/** Notes that a file says other figures of a row that stands: what the bank has received no file changes. */
async function noteChange(trx: Knex, { row: { one, draft }, before }: ChangedRow, author: Author) {
  const name = before.grossAmount === draft.grossAmount ? 'netAmount' : 'grossAmount'
  const difference = { kind: 'CHANGED', expectedAmount: before[name], foundAmount: draft[name] } as const
  const where =
    before.settlementRef === draft.settlementRef && before.settlementDate === draft.settlementDate
      ? ''
      : `: UTR ${before.settlementRef} before, ${draft.settlementRef} now`
  await noteDifference(
    trx,
    {
      ...difference,
      ...{
        accountId: before.accountId,
        onDay: draft.settlementDate,
        about: aboutRow({ ...draft, rowKey: before.rowKey }),
      },
      ...{ transactionId: before.transactionId, captureId: before.captureId, settlementRowId: before.id ?? null },
    },
    author,
  )
  one.warnings.push({ field: 'amount', code: 'CHANGED', message: `${differenceText(difference)}${where}` })
}

/** Notes that the net amount which the file gives is not amount less fee and tax. */
async function compareNet(trx: Knex, one: ImportRow, row: PaymentSettlementRow, author: Author) {
  const expectedAmount = netOf(row)
  if (expectedAmount === row.netAmount) return
  const difference = { kind: 'NET_DIFFERS', expectedAmount, foundAmount: row.netAmount } as const
  const { accountId, settlementDate: onDay, transactionId, captureId, id: settlementRowId } = row
  await noteDifference(
    trx,
    { ...difference, accountId, onDay, about: aboutRow(row), transactionId, captureId, settlementRowId },
    author,
  )
  one.warnings.push({ field: 'netAmount', code: difference.kind, message: differenceText(difference) })
}
