import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

const cachedStatements = 500
/** Inserts of many rows and long lists occur once in this form and take megabytes compiled. */
const longestCached = 4_000
/** Joined reads of many masters recur, and take as long to compile as to run; few of them are cached. */
const cachedReads = 24
const longestRead = 100_000

export type Row = Record<string, unknown>
/** `isOpen`: it returns every column of some table, whatever these are just now. */
type Statement = { statement: StatementSync; columns: string[]; isOpen: boolean }

/** One open SQLite file, with the statements it has compiled, the most recently used last. */
export class SqliteConnection {
  readonly database: DatabaseSync
  private readonly statements = new Map<string, Statement>()
  private readonly reads = new Map<string, Statement>()

  constructor(filename: string, { readOnly = false } = {}) {
    // The driver blocks the process while it waits, so its own wait is short; the client waits instead.
    this.database = new DatabaseSync(filename, { timeout: 10, readOnly })
    try {
      if (!readOnly) this.database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON')
      // A reader needs less: what it misses is in the cache of the machine.
      this.database.exec(`PRAGMA cache_size=${readOnly ? -16_000 : -32_000}; PRAGMA temp_store=MEMORY`)
      // A checkpoint every 40 MB: a page that changes often is then written once, not at every fourth write.
      this.database.exec('PRAGMA wal_autocheckpoint=10000')
    } catch (error) {
      this.database.close()
      throw error
    }
  }

  prepare(sql: string): Statement {
    const store = sql.length > longestCached ? this.reads : this.statements
    const cached = store.get(sql)
    if (cached) {
      store.delete(sql)
      store.set(sql, cached)
      return cached
    }
    const prepared = this.compile(sql)
    // A changed table changes the columns of statements compiled before.
    if (/^\s*(create|alter|drop|pragma)/i.test(sql)) {
      this.statements.clear()
      this.reads.clear()
    } else if (sql.length <= longestCached) this.statements.set(sql, prepared)
    else if (sql.length <= longestRead && /^select/i.test(sql)) this.reads.set(sql, prepared)
    if (this.statements.size > cachedStatements) this.statements.delete(this.statements.keys().next().value as string)
    if (this.reads.size > cachedReads) this.reads.delete(this.reads.keys().next().value as string)
    return prepared
  }

  /** A statement of its own, for a reader that is not done before others read. */
  compile(sql: string): Statement {
    const statement = this.database.prepare(sql)
    // Rows as arrays, made into plain objects below: faster than the driver's own, which have no prototype.
    statement.setReturnArrays(true)
    return { statement, columns: namesOf(statement), isOpen: /[\s.]\*/.test(sql) }
  }

  /** All rows of a select. */
  read(sql: string, bindings: readonly SQLInputValue[]): Row[] {
    const prepared = this.prepare(sql)
    const { statement, isOpen } = prepared
    const rows = statement.all(...bindings) as unknown as unknown[][]
    // SQLite compiles a statement again when another connection has changed its table.
    if (isOpen) prepared.columns = namesOf(statement)
    return rows.map(row => plainRow(row, prepared.columns))
  }
}

const namesOf = (statement: StatementSync) => statement.columns().map(({ name }) => name)

/** A row, which the driver gives as an array, under the names of its columns. */
export function plainRow(values: unknown[], columns: string[]): Row {
  const row: Row = {}
  for (let index = 0; index < columns.length; index++) row[columns[index] as string] = values[index]
  return row
}

const codes: Record<number, string> = {
  5: 'SQLITE_BUSY',
  6: 'SQLITE_BUSY',
  7: 'SQLITE_NOMEM',
  8: 'SQLITE_READONLY',
  9: 'SQLITE_INTERRUPT',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  26: 'SQLITE_NOTADB',
  275: 'SQLITE_CONSTRAINT_CHECK',
  787: 'SQLITE_CONSTRAINT_FOREIGNKEY',
  1299: 'SQLITE_CONSTRAINT_NOTNULL',
  1555: 'SQLITE_CONSTRAINT_PRIMARYKEY',
  1811: 'SQLITE_CONSTRAINT_TRIGGER',
  2067: 'SQLITE_CONSTRAINT_UNIQUE',
}

/** Names the fault: the driver reports ERR_SQLITE_ERROR for everything and a number beside it, and callers test the name. */
export function withCode(error: unknown): Error & { code?: string } {
  const named = error as Error & { code?: string; errcode?: number }
  const number = named.errcode
  const name = number === undefined ? undefined : (codes[number] ?? codes[number & 0xff])
  if (name) named.code = name
  return named
}
