import type { Knex } from 'knex'
import { isConfirmed } from '../../../resources/define/confirmation.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { today } from '../../platform/clock.ts'
import { decodeRow, type StoredRow } from '../row-codec.ts'
import type { Author } from '../save/author.ts'
import { checkSuccession } from '../save/check-succession.ts'
import { succession } from '../save/effective-dating.ts'
import { needsConfirmation, secondPersonOf } from '../save/second-person.ts'
import { changesIn } from '../save/write.ts'
import type { StagedRows } from '../staging/staged-rows.ts'
import { ImportRow } from './import-row.ts'
import type { Judging } from './save-context.ts'

const BATCH = 500

/**
 * Lets the saved rows end that new rows of a file replace: each on the day before the first new row of its key begins,
 * which must be today or later. What a second person confirms is not ended: the new row becomes a change of it that
 * waits.
 */
export async function endReplacedRows(
  db: Knex,
  resource: Resource,
  staged: StagedRows,
  author: Pick<Author, 'id'>,
): Promise<void> {
  const { needed, covers } = await secondPersonOf(db, resource, author)
  const isKept = (row: StoredRow) => needed && covers(row)
  const present = staged.knownIds()
  for (const batch of staged.batches(BATCH)) {
    const newRows = batch.filter(
      ({ before, faults, periodKey, row }) =>
        !before && faults.length === 0 && periodKey !== undefined && String(row.validFrom) >= today(),
    )
    const saved = await inForce(db, resource, newRows, present)
    const kept = saved.filter(isKept)
    const proposing = newRows.filter(row => proposes(resource, row, kept))
    staged.add(proposing)
    const replaced = saved.filter(row => !isKept(row) || row.confirmStatus === 'PENDING')
    staged.addReplaced(endedRows(newRows, replaced))
  }
}

type SavedRow = StoredRow & { periodKey: string; validFrom: string; validTo: string }

/** Returns the active rows of these keys that the file does not have. */
async function inForce(db: Knex, resource: Resource, rows: ImportRow[], present: ReadonlySet<number>) {
  const keys = [...new Set(rows.map(({ periodKey }) => periodKey!))]
  const rowsInForce: Record<string, unknown>[] =
    keys.length === 0 ? [] : await db(tableOf(resource)).whereIn('periodKey', keys).where('isActive', 1)
  return rowsInForce
    .filter(({ id }) => !present.has(id as number))
    .map(({ periodKey, ...row }) => ({ ...decodeRow(resource, row), periodKey }) as SavedRow)
}

const isReplacedBy = (saved: SavedRow, { periodKey, row }: ImportRow) =>
  saved.periodKey === periodKey && saved.validFrom < String(row.validFrom) && String(row.validFrom) <= saved.validTo

function endedRows(newRows: readonly ImportRow[], saved: readonly SavedRow[]): ImportRow[] {
  const byKey = Map.groupBy(newRows, ({ periodKey }) => periodKey)
  return saved.flatMap(savedRow => {
    const [first] = (byKey.get(savedRow.periodKey) ?? [])
      .filter(row => isReplacedBy(savedRow, row))
      .sort((one, other) => String(one.row.validFrom).localeCompare(String(other.row.validFrom)))
    if (!first) return []
    const { periodKey, ...before } = savedRow
    const ended = new ImportRow(0, [])
    ended.before = before as StoredRow
    ended.row = { ...before, validTo: addDays(String(first.row.validFrom), -1) }
    ended.periodKey = periodKey
    ended.replaced = true
    ended.next = { rowNo: first.rowNo, row: first.row }
    return [ended]
  })
}

/**
 * Makes a new row a change of the confirmed row that it replaces; returns whether there is one to be changed. What says
 * the same as the row in force changes nothing.
 */
function proposes(resource: Resource, row: ImportRow, saved: readonly SavedRow[]): boolean {
  const replacedRow = saved.find(each => isReplacedBy(each, row) && each.confirmStatus !== 'PENDING')
  if (!replacedRow) return false
  const { periodKey: _, ...before } = replacedRow
  const entered = Object.fromEntries(Object.entries(row.row).filter(([name]) => !resource.fields[name]?.server))
  const changed = { ...before, ...entered }
  row.unchanged = Object.keys(changesIn(before, changed)).every(name => name === 'validFrom')
  if (row.unchanged) {
    row.before = before as StoredRow
    row.row = { ...before }
    return true
  }
  if (!succession(resource, { row: changed, before: before as StoredRow, faults: [] }, true)) return false
  row.before = before as StoredRow
  row.row = changed
  return true
}

/** Checks new rows that became changes of confirmed rows; returns the rows that are still to be checked as they stand. */
export async function checkProposals(db: Knex, { resource, author }: Judging, rows: ImportRow[]): Promise<ImportRow[]> {
  if (!isConfirmed(resource) || !(await needsConfirmation(db, resource, author))) return rows
  const others: ImportRow[] = []
  for (const row of rows) {
    const isPlanned = row.before && row.row.validFrom !== row.before.validFrom
    const next = isPlanned ? succession(resource, row, true) : undefined
    if (next) await checkSuccession(db, resource, row, next, author)
    else others.push(row)
  }
  return others
}

/**
 * Leaves saved rows as they are whose new row turned out wrong, and refuses new rows whose saved row cannot end, so that
 * no two rows of a key overlap.
 */
export function keepTogether(rows: readonly ImportRow[]) {
  for (const ended of rows) {
    if (!ended.replaced) continue
    const [fault] = ended.faults
    const followers = rows.filter(
      ({ before, periodKey, faults }) => !before && periodKey === ended.periodKey && faults.length === 0,
    )
    const starts = addDays(String(ended.row.validTo), 1)
    if (!fault && followers.some(({ row }) => row.validFrom === starts)) continue
    const why = fault ? `it cannot end: ${fault.message}` : 'an earlier row of this key in the file is refused'
    for (const row of followers)
      if (String(row.row.validFrom) <= String(ended.before!.validTo))
        row.refuse('validFrom', 'DATE_OVERLAP', `Valid from overlaps the row that counts until then: ${why}`)
    ended.unchanged = true
    ended.faults = []
  }
}
