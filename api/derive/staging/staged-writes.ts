import type { Knex } from 'knex'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { now } from '../../platform/clock.ts'
import { changeRows, selectRows } from '../../platform/database.ts'
import { conflict } from '../../platform/errors.ts'
import { databaseColumns } from '../database-columns.ts'
import { encodeValue, type StoredRow } from '../row-codec.ts'
import type { Author } from '../save/author.ts'
import { keyTextsOf } from '../save/key-texts.ts'
import { changedRow, historyEntry, newRow } from '../save/write.ts'
import type { StagingFile } from './staging-file.ts'

/** Columns whose values are the same in all rows and known only when they are written. */
const AT_THE_END = ['id', 'createdAt', 'createdById', 'updatedAt', 'updatedById']

/**
 * New and changed rows of one resource without confirmation as their table will hold them, with their history, staged so that SQLite can
 * write all of them in four statements.
 */
export class StagedWrites {
  private readonly resource: Resource
  private readonly author: Author
  private readonly file: StagingFile
  private readonly columns: string[]
  private readonly changedColumns = new Set<string>()
  /** How many rows each call of `add` has staged, and from which place on its new ones stand. */
  private readonly slices: { newRows: number; changedRows: number; firstNew: number }[] = []

  constructor(resource: Resource, author: Author, file: StagingFile) {
    this.resource = resource
    this.author = author
    this.file = file
    this.columns = databaseColumns(resource).flatMap(({ name }) => (AT_THE_END.includes(name) ? [] : [name]))
    const columns = this.columns.map(quoted).join()
    for (const table of ['new_row', 'new_row_sorted', 'changed_row']) file.define(`drop table if exists ${table}`)
    file.define(`create table new_row (_slice int, _key text, _text text, _after text, ${columns});
create table changed_row (_slice int, id integer primary key, _seen int, _action text, _text text, _before text, _after text, ${columns})`)
  }

  /** Stages rows that are checked. */
  add(rows: readonly { before: StoredRow | undefined; row: RowValues; changes: RowValues }[]) {
    const at = now()
    this.slices.push({ newRows: 0, changedRows: 0, firstNew: 0 })
    for (const { before, row, changes } of rows) {
      if (before) this.addChange(before, changes, at)
      else this.addNew(row, at)
    }
  }

  private addNew(given: RowValues, at: string) {
    const row = newRow(this.resource, given, this.author, at)
    const entry = historyEntry(this.resource, { before: undefined, after: shown(row) }, this.author, at)
    this.insert('new_row', [this.slices.length, String(row.naturalKey), entry.businessKey, entry.afterJson], row)
    this.slices.at(-1)!.newRows++
  }

  private addChange(storedRow: StoredRow, changes: RowValues, at: string) {
    const { before, after, written } = changedRow(this.resource, storedRow, changes, this.author, at)
    const { action, businessKey, beforeJson, afterJson } = historyEntry(
      this.resource,
      { before, after },
      this.author,
      at,
    )
    for (const name of Object.keys(written)) if (!AT_THE_END.includes(name)) this.changedColumns.add(name)
    const seen = before.rowVersion as number
    const head = [this.slices.length, before.id, seen, action, businessKey, beforeJson, afterJson]
    // The statement sets a column in all rows where one of them changes it: the keys of the others too.
    this.insert('changed_row', head, { ...after, ...keyTextsOf(this.resource, after), ...written })
    this.slices.at(-1)!.changedRows++
  }

  private insert(table: string, head: (string | number | null)[], row: RowValues) {
    const values = this.columns.map(name => encodeValue(row[name]))
    const marks = '?,'.repeat(head.length + values.length).slice(0, -1)
    this.file.run(`insert into ${table} values (${marks})`, ...head, ...values)
  }

  /**
   * Sorts the new rows by their key, so that neighbours in the table's largest indexes are written one after the other,
   * and lets the database read the file. They stay apart by slices where these are written one after the other.
   */
  complete({ inSlices = false } = {}) {
    const columns = this.columns.map(quoted).join()
    const order = inSlices ? '_slice, _key' : '_key'
    this.file.define(
      `create table new_row_sorted as select row_number() over (order by ${order}) as _n, _text, _after, ${columns} from new_row order by ${order}; drop table new_row`,
    )
    if (inSlices) {
      this.file.define('create index changed_row_slice on changed_row (_slice)')
      this.file.define('create unique index new_row_n on new_row_sorted (_n)')
    }
    let first = 1
    for (const slice of this.slices) {
      slice.firstNew = first
      first += slice.newRows
    }
    this.file.release()
  }

  /**
   * Writes all rows and their history in the given transaction of a SQLite connection to which the file is attached as
   * `staging`, or those of one slice. Throws 409 where a changed row is no longer the one that was read.
   */
  async write(trx: Knex.Transaction, slice?: number): Promise<void> {
    const at = now()
    const part = this.partOf(slice)
    if (part.newRows > 0) await this.writeNew(trx, at, part)
    if (part.changedRows > 0) await this.writeChanged(trx, at, part)
  }

  /** How many rows are written, and which: all of them, or those of one slice. */
  private partOf(slice: number | undefined): Part {
    if (slice === undefined) {
      const count = (name: 'newRows' | 'changedRows') => this.slices.reduce((sum, each) => sum + each[name], 0)
      return { newRows: count('newRows'), changedRows: count('changedRows'), firstNew: 1, ofNew: '', ofChanged: '' }
    }
    const { newRows, changedRows, firstNew } = this.slices[slice]!
    const ofNew = ` where _n between ${firstNew} and ${firstNew + newRows - 1}`
    return { newRows, changedRows, firstNew, ofNew, ofChanged: ` where _slice = ${slice + 1}` }
  }

  private async writeNew(trx: Knex.Transaction, at: string, { firstNew, ofNew }: Part) {
    const table = tableOf(this.resource)
    const [last] = await selectRows<{ id: number }>(
      trx,
      `select max(coalesce((select seq from sqlite_sequence where name = ?), 0), coalesce((select max(id) from ${quoted(table)}), 0)) as id`,
      [table],
    )
    const columns = this.columns.map(quoted).join()
    const ends = ['createdAt', 'createdById', 'updatedAt', 'updatedById'].map(quoted).join()
    await changeRows(
      trx,
      `insert into ${quoted(table)} (id, ${columns}, ${ends}) select ? + _n, ${columns}, ?, ?, ?, ? from staging.new_row_sorted${ofNew} order by _n`,
      [last!.id - firstNew + 1, at, this.author.id, at, this.author.id],
    )
    await this.writeHistory(trx, at, 'new_row_sorted', { entityId: '? + _n', action: '?', beforeJson: 'null' }, ofNew, [
      last!.id - firstNew + 1,
      'CREATE',
    ])
  }

  private async writeChanged(trx: Knex.Transaction, at: string, { changedRows, ofChanged }: Part) {
    const table = quoted(tableOf(this.resource))
    const sets = [...this.changedColumns].map(name => `${quoted(name)} = s.${quoted(name)}`)
    const { changed } = await changeRows(
      trx,
      `update ${table} set ${[...sets, 'updatedAt = ?', 'updatedById = ?'].join()} from (select * from staging.changed_row${ofChanged}) s where s.id = ${table}.id and s._seen = ${table}.rowVersion`,
      [at, this.author.id],
    )
    if (changed !== changedRows)
      throw conflict('STALE_ROW', `${this.resource.title}: another person changed rows; review them`)
    await this.writeHistory(
      trx,
      at,
      'changed_row',
      { entityId: 'id', action: '_action', beforeJson: '_before' },
      ofChanged,
      [],
    )
  }

  private async writeHistory(
    trx: Knex.Transaction,
    at: string,
    source: string,
    entryColumns: { entityId: string; action: string; beforeJson: string },
    which: string,
    values: (string | number)[],
  ) {
    const columns = { ...entryColumns, businessKey: '_text', afterJson: '_after' }
    const {
      entityId: _,
      action: __,
      beforeJson: ___,
      businessKey: ____,
      afterJson: _____,
      ...same
    } = historyEntry(this.resource, { before: undefined, after: { id: 0 } }, this.author, at)
    const names = [...Object.keys(columns), ...Object.keys(same)].map(quoted).join()
    const selected = [...Object.values(columns), ...Object.keys(same).map(() => '?')].join()
    await changeRows(trx, `insert into audit_entry (${names}) select ${selected} from staging.${source}${which}`, [
      ...values,
      ...Object.values(same).map(encodeValue),
    ])
  }
}

interface Part {
  newRows: number
  changedRows: number
  firstNew: number
  ofNew: string
  ofChanged: string
}

const quoted = (name: string) => `\`${name}\``

/** Returns a new row as the history shows it. */
function shown(row: RowValues): StoredRow {
  const { naturalKey: _, periodKey: __, ...rest } = row
  return { ...rest, id: 0 }
}
