import type { ImportVerdict } from '../../../resources/platform/imports/import-job-row.ts'
import { ImportRow } from '../import/import-row.ts'
import type { SheetRow } from '../sheets/sheet-read.ts'
import { StagingFile } from './staging-file.ts'

/**
 * `cell` is the sheet as it was read, `prepared` the rows as they are to be saved, and `judged` those that turned out
 * otherwise when they were checked or saved. Rows of one group are checked together.
 */
const TABLES = `
create table cell (n integer primary key, rowNo int not null, cells text not null);
create table prepared (n integer primary key, groupNo int not null, verdict text not null, beforeId int, state text not null);
create index prepared_groupNo on prepared (groupNo, n);
create table judged (n integer primary key, verdict text not null, state text not null);
create table first_row (kind text not null, key text not null, n int not null, rowNo int not null, primary key (kind, key)) without rowid`

interface StoredRow {
  n: number
  rowNo: number | null
  groupNo: number
  cells: string | null
  state: string
}

const PREPARED = 'select p.n, p.groupNo, c.rowNo, c.cells, p.state from prepared p left join cell c on c.n = p.n'
const JUDGED =
  'select p.n, p.groupNo, c.rowNo, c.cells, coalesce(j.state, p.state) as state from prepared p left join judged j on j.n = p.n left join cell c on c.n = p.n'
const VERDICT = 'coalesce(j.verdict, p.verdict)'

/** The rows of one import, in a file of their own: whatever the length of the sheet, a batch of them is in memory. */
export class StagedRows {
  readonly file: StagingFile
  /** Some rows can only be saved together with others: they refer to new rows, or close what the sheet lacks. */
  together = false
  /** Rows with values below the headings. */
  sheetLength = 0
  /** Rows that the sheet does not have are numbered below 0. */
  private lowest = 0
  private leftOut: ReadonlySet<number> = new Set()
  private readonly numbers = new WeakMap<ImportRow, number>()

  private counted: Record<ImportVerdict, number> | undefined
  private readonly preparedStates = new WeakMap<ImportRow, string>()

  /** Makes the file, or opens one whose rows were staged before. */
  constructor(path: string, { staged = false } = {}) {
    this.file = new StagingFile(path, staged ? undefined : TABLES)
  }

  /** Adds a row of the sheet. */
  addCells({ rowNo, cells }: SheetRow) {
    this.file.run('insert into cell values (?, ?, ?)', ++this.sheetLength, rowNo, JSON.stringify(cells))
  }

  /** Yields the rows of the sheet in batches. */
  *sheetRows(size: number): Generator<ImportRow[]> {
    for (let last = 0; ; ) {
      const batch = this.file.all<{ n: number; rowNo: number; cells: string }>(
        'select n, rowNo, cells from cell where n > ? order by n limit ?',
        last,
        size,
      )
      if (batch.length === 0) return
      last = batch.at(-1)!.n
      yield batch
        .filter(({ rowNo }) => !this.leftOut.has(rowNo))
        .map(({ n, rowNo, cells }) => this.numbered(new ImportRow(rowNo, cells), n))
    }
  }

  /** Passes over these rows of the sheet from now on, and over no others. */
  leaveOut(rowNos: readonly number[]) {
    this.leftOut = new Set(rowNos)
  }

  /** Forgets what the rows were prepared to, before they are read again. */
  reset() {
    this.counted = undefined
    for (const table of ['prepared', 'judged', 'first_row']) this.file.run(`delete from ${table}`)
    this.together = false
    this.lowest = 0
  }

  /** Returns the row number of an earlier row with the same key, or undefined where this is the first. */
  earlierRow(key: string, row: ImportRow): number | undefined {
    const n = this.numberOf(row)
    if (this.file.run("insert or ignore into first_row values ('key', ?, ?, ?)", key, n, row.rowNo) === 1) return
    return this.file.first<{ rowNo: number }>("select rowNo from first_row where kind = 'key' and key = ?", key)!.rowNo
  }

  /** Adds rows that a query found; they have no cells. */
  addFound(rows: readonly ImportRow[]) {
    for (const row of rows) {
      this.addCells({ rowNo: row.rowNo, cells: [] })
      this.numbered(row, this.sheetLength)
      if (row.periodKey === undefined && row.naturalKey !== undefined) this.earlierRow(row.naturalKey, row)
    }
    this.add(rows)
  }

  /** Adds rows that are ready to be checked. */
  add(rows: readonly ImportRow[]) {
    this.counted = undefined
    for (const row of rows) {
      const n = this.numberOf(row)
      this.file.run(
        'insert or replace into prepared values (?, ?, ?, ?, ?)',
        n,
        this.groupOf(row, n),
        row.verdict,
        row.before?.id ?? null,
        stateOf(row),
      )
      if (row.links.size > 0 || row.closing) this.together = true
    }
  }

  /** Adds rows that the sheet lacks and that are to be closed, before all others. */
  addClosing(rows: readonly ImportRow[]) {
    for (const [index, row] of rows.entries()) this.numbered(row, index - rows.length)
    this.lowest = -rows.length
    this.add(rows)
  }

  /** Adds saved rows that end because rows of the sheet begin; each is checked with those of its key. */
  addReplaced(rows: readonly ImportRow[]) {
    for (const row of rows) this.numbered(row, --this.lowest)
    this.add(rows)
  }

  private groupOf({ periodKey }: ImportRow, n: number): number {
    if (periodKey === undefined) return n
    if (this.file.run("insert or ignore into first_row values ('group', ?, ?, 0)", periodKey, n) === 1) return n
    return this.file.first<{ n: number }>("select n from first_row where kind = 'group' and key = ?", periodKey)!.n
  }

  /** Yields the prepared rows in batches of this size; rows of one group are never parted. */
  *batches(size: number): Generator<ImportRow[]> {
    let [lastGroup, last] = [Number.MIN_SAFE_INTEGER, 0]
    for (;;) {
      const preparedRows = this.file.all<StoredRow>(
        `${PREPARED} where (p.groupNo, p.n) > (?, ?) order by p.groupNo, p.n limit ?`,
        lastGroup,
        last,
        size + 1,
      )
      if (preparedRows.length === 0) return
      const batch = preparedRows.length <= size ? preparedRows : this.wholeGroups(preparedRows)
      lastGroup = batch.at(-1)!.groupNo
      last = batch.at(-1)!.n
      yield batch.map(row => this.asPrepared(row))
    }
  }

  private wholeGroups(preparedRows: StoredRow[]): StoredRow[] {
    const { groupNo } = preparedRows.at(-1)!
    const before = preparedRows.filter(row => row.groupNo !== groupNo)
    return before.length > 0 ? before : this.file.all(`${PREPARED} where p.groupNo = ? order by p.n`, groupNo)
  }

  /** Returns the prepared rows whose groups hold one of these rows. */
  groupsWith(numbers: readonly number[]): ImportRow[] {
    return this.file
      .all<StoredRow>(
        `${PREPARED} where p.groupNo in (select groupNo from prepared where n in (select value from json_each(?))) order by p.groupNo, p.n`,
        JSON.stringify(numbers),
      )
      .map(row => this.asPrepared(row))
  }

  /** Notes how rows were judged, where that differs from how they were prepared. */
  record(rows: readonly ImportRow[]) {
    if (rows.length > 0) this.counted = undefined
    for (const row of rows) {
      const n = this.numberOf(row)
      const state = stateOf(row)
      if (this.preparedStates.get(row) === state) this.file.run('delete from judged where n = ?', n)
      else this.file.run('insert or replace into judged values (?, ?, ?)', n, row.verdict, state)
    }
  }

  /** Makes the refusals so far part of the rows, before the others are saved again. */
  keepRefused() {
    this.counted = undefined
    this.file.run(
      "insert or replace into prepared select p.n, p.groupNo, j.verdict, p.beforeId, j.state from judged j join prepared p on p.n = j.n where j.verdict in ('REJECTED', 'HELD')",
    )
  }

  /** Yields the judged rows, of some verdicts if they are given, in the order of the sheet. */
  *judged(size: number, verdicts?: readonly ImportVerdict[]): Generator<ImportRow[]> {
    for (let last = Number.MIN_SAFE_INTEGER; ; ) {
      const judgedRows = this.file.all<StoredRow>(
        `${JUDGED} where p.n > ? and (? is null or ${VERDICT} in (select value from json_each(?))) order by p.n limit ?`,
        last,
        verdicts ? 1 : null,
        JSON.stringify(verdicts ?? []),
        size,
      )
      if (judgedRows.length === 0) return
      last = judgedRows.at(-1)!.n
      yield judgedRows.map(row => this.revived(row))
    }
  }

  /** Returns how many rows there are of each verdict; they are counted again only after rows were judged otherwise. */
  counts(): Readonly<Record<ImportVerdict, number>> {
    this.counted ??= this.countVerdicts()
    return this.counted
  }

  private countVerdicts(): Record<ImportVerdict, number> {
    const counts = { NEW: 0, CHANGED: 0, SAME: 0, REJECTED: 0, HELD: 0, CLOSED: 0 }
    const verdictCounts = this.file.all<{ verdict: ImportVerdict; count: number }>(
      `select ${VERDICT} as verdict, count(*) as count from prepared p left join judged j on j.n = p.n group by 1`,
    )
    for (const { verdict, count } of verdictCounts) counts[verdict] = count
    return counts
  }

  /** How many rows have warnings. */
  get warnedLength(): number {
    return this.file.first<{ count: number }>(
      "select count(*) as count from prepared p left join judged j on j.n = p.n where json_extract(coalesce(j.state, p.state), '$.warnings') is not null",
    )!.count
  }

  /** How many new rows begin before a day. */
  newRowsBefore(day: string): number {
    const state = 'coalesce(j.state, p.state)'
    return this.file.first<{ count: number }>(
      `select count(*) as count from prepared p left join judged j on j.n = p.n where ${VERDICT} = 'NEW' and json_extract(${state}, '$.row.validFrom') < ?`,
      day,
    )!.count
  }

  get length(): number {
    return this.file.first<{ count: number }>('select count(*) as count from prepared')!.count
  }

  /** Returns the ids of the saved rows that the sheet has. */
  knownIds(): Set<number> {
    return new Set(
      this.file
        .all<{ id: number }>('select beforeId as id from prepared where beforeId is not null')
        .map(({ id }) => id),
    )
  }

  /** Returns the numbers of rows by their period keys or, of resources without periods, their natural keys. */
  numbersByKey(kind: 'group' | 'key', keys: readonly string[]): number[] {
    return this.file
      .all<{ n: number }>(
        'select n from first_row where kind = ? and key in (select value from json_each(?))',
        kind,
        JSON.stringify(keys),
      )
      .map(({ n }) => n)
  }

  /** Returns the numbers of rows that refer to one of these ids in a field. */
  numbersReferring(field: string, ids: readonly number[]): number[] {
    return this.file
      .all<{ n: number }>(
        'select n from prepared where json_extract(state, ?) in (select value from json_each(?))',
        `$.row.${field}`,
        JSON.stringify(ids),
      )
      .map(({ n }) => n)
  }

  private numbered(row: ImportRow, n: number): ImportRow {
    this.numbers.set(row, n)
    return row
  }

  private numberOf(row: ImportRow): number {
    const n = this.numbers.get(row)
    if (n === undefined) throw new Error('This row is not one of the staged rows')
    return n
  }

  private revived({ n, rowNo, cells, state }: StoredRow): ImportRow {
    const row = new ImportRow(rowNo ?? 0, cells ?? [])
    const { links, ...rest } = JSON.parse(state) as { links?: [string, string][] }
    Object.assign(row, rest)
    if (links) row.links = new Map(links)
    return this.numbered(row, n)
  }

  private asPrepared(stored: StoredRow): ImportRow {
    const row = this.revived(stored)
    this.preparedStates.set(row, stored.state)
    return row
  }
}

/** Returns what a row holds beside its cells; of an unchanged row no more than the id of the saved one is needed. */
function stateOf(row: ImportRow): string {
  const { action, before, faults, warnings, links, unsettled, naturalKey, periodKey, unchanged, entityId, closing } =
    row
  const { replaced, next } = row
  const savedRow = before && (unchanged ? { id: before.id } : before)
  return JSON.stringify({
    ...(action !== 'UPSERT' && { action }),
    row: unchanged ? {} : row.row,
    ...(savedRow && { before: savedRow }),
    ...(faults.length > 0 && { faults }),
    ...(warnings.length > 0 && { warnings }),
    ...(links.size > 0 && { links: [...links] }),
    ...(unsettled.length > 0 && { unsettled }),
    ...(naturalKey !== undefined && { naturalKey }),
    ...(periodKey !== undefined && { periodKey }),
    ...(unchanged && { unchanged }),
    ...(entityId !== undefined && { entityId }),
    ...(closing && { closing }),
    ...(replaced && { replaced }),
    ...(next && { next }),
  })
}
