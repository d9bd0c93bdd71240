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
  private newRows = 0
  private changedRows = 0

  constructor(resource: Resource, author: Author, file: StagingFile) {
    this.resource = resource
    this.author = author
    this.file = file
    this.columns = databaseColumns(resource).flatMap(({ name }) => (AT_THE_END.includes(name) ? [] : [name]))
    const columns = this.columns.map(quoted).join()
    for (const table of ['new_row', 'new_row_sorted', 'changed_row']) file.define(`drop table if exists ${table}`)
    file.define(`create table new_row (_key text, _text text, _after text, ${columns});
create table changed_row (id integer primary key, _seen int, _action text, _text text, _before text, _after text, ${columns})`)
  }

  /** Stages rows that are checked. */
  add(rows: readonly { before: StoredRow | undefined; row: RowValues; changes: RowValues }[]) {
    const at = now()
    for (const { before, row, changes } of rows) {
      if (before) this.addChange(before, changes, at)
      else this.addNew(row, at)
    }
  }

  private addNew(given: RowValues, at: string) {
    const row = newRow(this.resource, given, this.author, at)
    const entry = historyEntry(this.resource, { before: undefined, after: shown(row) }, this.author, at)
    this.insert('new_row', [String(row.naturalKey), entry.businessKey, entry.afterJson], row)
    this.newRows++
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
    const head = [before.id, seen, action, businessKey, beforeJson, afterJson]
    // The statement sets a column in all rows where one of them changes it: the keys of the others too.
    this.insert('changed_row', head, { ...after, ...keyTextsOf(this.resource, after), ...written })
    this.changedRows++
  }

  private insert(table: string, head: (string | number | null)[], row: RowValues) {
    const values = this.columns.map(name => encodeValue(row[name]))
    const marks = '?,'.repeat(head.length + values.length).slice(0, -1)
    this.file.run(`insert into ${table} values (${marks})`, ...head, ...values)
  }

  /**
   * Sorts the new rows by their key, so that neighbours in the table's largest indexes are written one after the other,
   * and lets the database read the file.
   */
  complete() {
    const columns = this.columns.map(quoted).join()
    this.file.define(
      `create table new_row_sorted as select row_number() over (order by _key) as _n, _text, _after, ${columns} from new_row order by _key; drop table new_row`,
    )
    this.file.release()
  }

  /**
   * Writes all rows and their history in the given transaction of a SQLite connection to which the file is attached as
   * `staging`. Throws 409 where a changed row is no longer the one that was read.
   */
  async write(trx: Knex.Transaction): Promise<void> {
    const at = now()
    if (this.newRows > 0) await this.writeNew(trx, at)
    if (this.changedRows > 0) await this.writeChanged(trx, at)
  }

  private async writeNew(trx: Knex.Transaction, at: string) {
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
      `insert into ${quoted(table)} (id, ${columns}, ${ends}) select ? + _n, ${columns}, ?, ?, ?, ? from staging.new_row_sorted order by _n`,
      [last!.id, at, this.author.id, at, this.author.id],
    )
    await this.writeHistory(trx, at, 'new_row_sorted', { entityId: '? + _n', action: '?', beforeJson: 'null' }, [
      last!.id,
      'CREATE',
    ])
  }

  private async writeChanged(trx: Knex.Transaction, at: string) {
    const table = quoted(tableOf(this.resource))
    const sets = [...this.changedColumns].map(name => `${quoted(name)} = s.${quoted(name)}`)
    const { changed } = await changeRows(
      trx,
      `update ${table} set ${[...sets, 'updatedAt = ?', 'updatedById = ?'].join()} from staging.changed_row s where s.id = ${table}.id and s._seen = ${table}.rowVersion`,
      [at, this.author.id],
    )
    if (changed !== this.changedRows)
      throw conflict('STALE_ROW', `${this.resource.title}: another person changed rows; review them`)
    await this.writeHistory(trx, at, 'changed_row', { entityId: 'id', action: '_action', beforeJson: '_before' }, [])
  }

  private async writeHistory(
    trx: Knex.Transaction,
    at: string,
    source: string,
    entryColumns: { entityId: string; action: string; beforeJson: string },
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
    await changeRows(trx, `insert into audit_entry (${names}) select ${selected} from staging.${source}`, [
      ...values,
      ...Object.values(same).map(encodeValue),
    ])
  }
}

const quoted = (name: string) => `\`${name}\``

/** Returns a new row as the history shows it. */
function shown(row: RowValues): StoredRow {
  const { naturalKey: _, periodKey: __, ...rest } = row
  return { ...rest, id: 0 }
}
