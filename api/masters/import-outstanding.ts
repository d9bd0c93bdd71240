import type { Knex } from 'knex'
import { sum } from '../../resources/define/amounts.ts'
import { isDay } from '../../resources/define/dates.ts'
import { dayText, rupees } from '../../resources/define/show.ts'
import { notTyped, type OutstandingItem, uploadOutstanding } from '../../resources/masters/upload-outstanding.ts'
import { readingTimeKey } from '../../resources/settings/sap-reading-times.ts'
import { listedItem, type ReplaceMode, replaceModes } from '../../resources/uploads/outstanding.ts'
import type { ImportRow } from '../derive/import/import-row.ts'
import type { StoredRow } from '../derive/row-codec.ts'
import { rowsOf } from '../derive/rows-of.ts'
import type { Candidate } from '../derive/save/candidate.ts'
import { checkRows } from '../derive/save/check.ts'
import { changesIn, insertRows, updateEach, updateRow } from '../derive/save/write.ts'
import { SheetError } from '../derive/sheets/sheet-error.ts'
import type { RowGroups, UploadContext } from '../derive/uploads/upload.ts'
import { today } from '../platform/clock.ts'
import { readSettings } from '../platform/settings.ts'
import { markNewItems } from './disputed-items.ts'
import { balanceOnceGone, goneButHeld, heldAmong } from './held-items.ts'
import { linkToInvoices } from './items-of-invoices.ts'

/** A wrong row holds back its customer, whose items then stay as they were; where all are replaced, the whole file. */
export const replacedTogether = ({ mode }: UploadContext['given']): RowGroups =>
  mode === 'FULL_REPLACE' ? { fields: [], name: 'file' } : { fields: ['customerId'], name: 'customer' }

/**
 * Replaces open items by those of a file: of the customers in the file, or of all. Items that the file lacks are
 * deactivated. The first row of each customer shows their sum.
 */
export async function importOutstanding(trx: Knex.Transaction, rows: ImportRow[], { author, given }: UploadContext) {
  const { asOnDate, mode } = await readForm(trx, given)
  const customers = [...new Set(rows.map(({ row }) => row.customerId as number))]
  const stored = await rowsOf(trx, uploadOutstanding, found => {
    found.where('isActive', 1)
    return mode === 'FULL_REPLACE' ? found : found.whereIn('customerId', customers)
  })
  // Where files are taken again, they replace what was read from SAP, and take over what was entered by hand.
  const ofFiles = stored.filter(({ source }) => source !== 'SAP')
  // One that comes back keeps the payment that holds it: as a new item it could be paid twice.
  const itemsByKey = new Map([...(await goneButHeld(trx, customers)), ...ofFiles].map(item => [keyOf(item), item]))
  for (const one of rows) checkItem(one, itemsByKey.get(keyOf(one.row)), asOnDate)
  await linkToInvoices(trx, rows)
  await check(trx, rows, author)
  const wrong = rows.filter(({ faults }) => faults.length > 0)
  if (wrong.length > 0 && mode === 'FULL_REPLACE') return
  const held = new Set(wrong.map(({ row }) => row.customerId))
  await replaceItems(
    trx,
    rows.filter(({ row }) => !held.has(row.customerId)),
    stored.filter(({ customerId }) => !held.has(customerId)),
    asOnDate,
    author,
  )
}

/** Replaces the stored items of customers by the rows of these customers. */
async function replaceItems(
  trx: Knex.Transaction,
  rows: ImportRow[],
  stored: readonly OutstandingItem[],
  asOnDate: string,
  author: UploadContext['author'],
) {
  if (rows.length === 0) return
  const inFile = new Set(rows.map(({ row }) => keyOf(row)))
  const closing = stored.filter(item => item.source === 'SAP' || !inFile.has(keyOf(item)))
  addSums(rows, closing)
  const held = await heldAmong(trx, closing)
  const closed = closing.map(before => ({
    before,
    asked: { isActive: false, closedOn: asOnDate, ...balanceOnceGone(before, held) },
  }))
  await updateEach(trx, uploadOutstanding, closed, author)
  const fresh = rows.filter(({ before }) => !before)
  const newItems = await insertRows<typeof uploadOutstanding>(
    trx,
    uploadOutstanding,
    fresh.map(({ row }) => row),
    author,
  )
  for (const [index, one] of fresh.entries()) one.entityId = newItems[index]!.id
  await markNewItems(
    trx,
    newItems.flatMap(({ invoiceId }) => invoiceId ?? []),
  )
  for (const { row, before, unchanged } of rows) {
    if (before && !unchanged) await updateRow(trx, uploadOutstanding, before as never, changesIn(before, row), author)
  }
  const same = rows.flatMap(({ before, unchanged }) => (before && unchanged ? [before.id] : []))
  for (let from = 0; from < same.length; from += 500)
    await trx('upload_outstanding')
      .whereIn('id', same.slice(from, from + 500))
      .update({ asOnDate })
}

const keyOf = (item: { customerId?: unknown; documentNo?: unknown }) =>
  `${item.customerId}/${String(item.documentNo).toLowerCase()}`

const READ_FROM_SAP =
  'Open items are read from SAP, so that a file would count them twice. To take files again, set both times of Open items under Settings, SAP, to never.'

/** Whether SAP is where open items come from: it has been read, and is to be read again. */
async function isReadFromSap(trx: Knex): Promise<boolean> {
  const settings = await readSettings(trx)
  const isNever = (mode: 'DELTA' | 'FULL') => settings[readingTimeKey('OUTSTANDING', mode)] === 'never'
  if (isNever('DELTA') && isNever('FULL')) return false
  const read = await trx('sap_sync_run')
    .where({ object: 'OUTSTANDING' })
    .whereIn('status', ['OK', 'PARTIAL'])
    .first('id')
  return read !== undefined
}

/** Reads the fields of the form beside the file. Throws SheetError with a sentence. */
async function readForm(trx: Knex, given: Readonly<Record<string, string>>) {
  const { asOnDate = '', mode = replaceModes[0], confirm } = given
  if (!isDay(asOnDate)) throw new SheetError('As on is required: say the day the items are as of.')
  if (await isReadFromSap(trx)) throw new SheetError(READ_FROM_SAP)
  if (asOnDate > today()) throw new SheetError('As on must not lie in the future.')
  if (!replaceModes.includes(mode as ReplaceMode))
    throw new SheetError(`Mode must be one of ${replaceModes.join(', ')}.`)
  if (mode === 'FULL_REPLACE' && confirm !== 'REPLACE')
    throw new SheetError('To replace the items of all customers, type REPLACE beside the file.')
  const [last] = await trx('upload_outstanding').where('isActive', 1).max({ day: 'asOnDate' })
  if (last?.day && asOnDate < last.day)
    throw new SheetError(`As on must not lie before ${dayText(last.day)}, the date of the current items.`)
  return { asOnDate, mode: mode as ReplaceMode }
}

function checkItem(one: ImportRow, before: OutstandingItem | undefined, asOnDate: string) {
  one.row = { ...before, ...one.row, asOnDate, source: 'UPLOAD', ...notTyped, isActive: true, closedOn: null }
  if (!before) {
    one.row.isDisputed = false
    one.row.invoiceId = null
    one.row.sapItem = null
    one.row.clearingDoc = null
    one.row.lockedById = null
    return
  }
  one.before = before as unknown as StoredRow
  one.entityId = before.id
  one.unchanged = Object.keys(changesIn(one.before, one.row)).every(name => name === 'asOnDate')
}

async function check(trx: Knex, rows: ImportRow[], author: UploadContext['author']) {
  const candidates = rows.filter(({ unchanged }) => !unchanged)
  await checkRows(trx, listedItem, candidates as Candidate[], author)
}

function addSums(rows: ImportRow[], closing: readonly OutstandingItem[]) {
  const gone = Map.groupBy(closing, ({ customerId }) => customerId)
  for (const [customerId, itemsOfCustomer] of Map.groupBy(rows, ({ row }) => row.customerId as number)) {
    const total = sum(itemsOfCustomer.map(({ row }) => row.balanceAmount as number))
    const closed = gone.get(customerId)?.length ?? 0
    const ends = closed > 0 ? `; ${closed} from before ${closed === 1 ? 'is' : 'are'} closed` : ''
    itemsOfCustomer[0]!.warnings.push({
      field: 'customerId',
      code: 'SUM',
      message: `This customer: ${itemsOfCustomer.length} ${itemsOfCustomer.length === 1 ? 'item' : 'items'}, ${rupees(total)} in all${ends}`,
    })
    gone.delete(customerId)
  }
  const others = sum([...gone.values()].map(items => items.length))
  if (others > 0)
    rows[0]!.warnings.push({
      field: 'customerId',
      code: 'SUM',
      message: `${others} items of ${gone.size} customers who are not in the file are closed`,
    })
}
