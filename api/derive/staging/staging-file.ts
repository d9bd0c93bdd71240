import { rmSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

/** The path of a staging file of few rows, which needs no file. */
export const IN_MEMORY = ':memory:'

/** Kilobytes of a staging file that are held in memory. */
const CACHE_KB = 12_000

/**
 * A SQLite file of one import, beside its upload. It holds what would not fit in memory; it is made anew by every step
 * of the import and removed at its end, so nothing in it needs to survive a crash.
 */
export class StagingFile {
  readonly path: string
  private readonly database: DatabaseSync
  private readonly statements = new Map<string, StatementSync>()

  /**
   * Creates the file with these tables; one that a killed process left behind is replaced. Without tables it opens the
   * file that was closed before.
   */
  constructor(path: string, tables?: string) {
    this.path = path
    if (tables !== undefined) rmSync(path, { force: true })
    this.database = new DatabaseSync(path)
    this.database.exec(`PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-${CACHE_KB}`)
    this.database.exec('PRAGMA temp_store=FILE')
    this.database.exec(tables === undefined ? 'BEGIN' : `${tables}; BEGIN`)
  }

  /** Runs one statement; returns how many rows it changed. */
  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.prepared(sql).run(...values).changes)
  }

  all<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.prepared(sql).all(...values) as Row[]
  }

  first<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.prepared(sql).get(...values) as Row | undefined
  }

  /** Runs statements that change tables. */
  define(sql: string) {
    this.statements.clear()
    this.database.exec(sql)
  }

  /** Lets another connection read what is written so far. */
  release() {
    this.database.exec('COMMIT; BEGIN')
  }

  /** Closes the file with all that was written. */
  close() {
    this.statements.clear()
    if (!this.database.isOpen) return
    this.database.exec('COMMIT')
    this.database.close()
  }

  /** Closes and removes the file. */
  remove() {
    this.statements.clear()
    if (this.database.isOpen) this.database.close()
    rmSync(this.path, { force: true })
  }

  private prepared(sql: string): StatementSync {
    const statement = this.statements.get(sql) ?? this.database.prepare(sql)
    this.statements.set(sql, statement)
    return statement
  }
}
