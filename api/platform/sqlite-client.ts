import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'

// Knex's better-sqlite3 dialect writes the right SQL; only its driver is replaced by the one built into Node.
const require = createRequire(import.meta.url)
const BetterSqlite = require('knex/lib/dialects/better-sqlite3/index.js')
const SqliteTransaction = require('knex/lib/dialects/sqlite3/execution/sqlite-transaction.js') as new (
  ...args: unknown[]
) => { trxClient: { query(connection: SqliteConnection, sql: string): Promise<unknown> } }

const cachedStatements = 500
/** Inserts of many rows and long lists occur once in this form and take megabytes compiled. */
const longestCached = 4_000
/** Joined reads of many masters recur, and take as long to compile as to run; few of them are cached. */
const cachedReads = 24
const longestRead = 100_000
const longestWait = 5_000

type Row = Record<string, unknown>
type Statement = { statement: StatementSync; columns: string[] }
type Query = { sql: string; bindings?: unknown[]; response?: unknown; context?: { lastID: unknown; changes: unknown } }

/** One open SQLite file, with the statements it has compiled, the most recently used last. */
class SqliteConnection {
  readonly database: DatabaseSync
  private readonly statements = new Map<string, Statement>()
  private readonly reads = new Map<string, Statement>()

  constructor(filename: string) {
    // The driver blocks the process while it waits, so its own wait is short; `_query` waits instead.
    this.database = new DatabaseSync(filename, { timeout: 10 })
    try {
      this.database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON')
      // A checkpoint every 40 MB: a page that changes often is then written once, not at every fourth write.
      this.database.exec('PRAGMA cache_size=-32000; PRAGMA temp_store=MEMORY; PRAGMA wal_autocheckpoint=10000')
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
    return { statement, columns: statement.columns().map(column => column.name) }
  }
}

class ImmediateTransaction extends SqliteTransaction {
  // A deferred transaction that reads and then writes loses updates between processes, or fails half-way.
  // Knex's own `query` swallows a refused BEGIN and runs the work all the same, as if it held the lock.
  begin(connection: SqliteConnection) {
    return this.trxClient.query(connection, 'BEGIN IMMEDIATE;')
  }
}

/** The Knex client for SQLite files on Node's built-in driver: WAL, durable commits, transactions that lock at once. */
export class SqliteClient extends BetterSqlite {
  _driver() {
    return SqliteConnection
  }

  transaction(container: unknown, config?: unknown, outer?: unknown) {
    return new ImmediateTransaction(this, container, config, outer)
  }

  async acquireRawConnection() {
    const { filename } = this.connectionSettings
    const giveUpAt = Date.now() + longestWait
    try {
      await mkdir(dirname(filename), { recursive: true })
    } catch (error) {
      throw withCode(error)
    }
    for (;;) {
      try {
        return new SqliteConnection(filename)
      } catch (error) {
        const named = withCode(error)
        // After a kill whoever opens the file first restores its last commits, a mere reader too, and locks it meanwhile.
        if (named.code !== 'SQLITE_BUSY' || Date.now() > giveUpAt) throw named
        await pause(5 + Math.random() * 20)
      }
    }
  }

  async destroyRawConnection(connection: SqliteConnection) {
    connection.database.close()
  }

  async _query(connection: SqliteConnection, query: Query) {
    // On a full disk SQLite has rolled back by itself; to do so again would fail, and hide why.
    if (/^ROLLBACK;?$/.test(query.sql) && !connection.database.isTransaction) return query
    const giveUpAt = Date.now() + longestWait
    for (;;) {
      try {
        return run(connection, query, this._formatBindings(query.bindings) as SQLInputValue[])
      } catch (error) {
        const named = withCode(error)
        // Inside a transaction the lock is already held or the whole must be retried; outside, another writer soon
        // ends.
        const waits = named.code === 'SQLITE_BUSY' && !connection.database.isTransaction && Date.now() <= giveUpAt
        // A transaction that cannot begin returns its connection meanwhile, so that readers go on; `transact` begins
        // again.
        if (!waits || query.sql.startsWith('BEGIN')) throw named
        await pause(5 + Math.random() * 20)
      }
    }
  }

  async _stream(connection: SqliteConnection, query: Query, destination: Writable) {
    const bindings = this._formatBindings(query.bindings) as SQLInputValue[]
    try {
      // Compiled inside the pipeline too, so that a fault in the statement ends the reader's stream.
      await pipeline(Readable.from(rowsOneByOne(connection, query.sql, bindings)), destination)
    } catch (error) {
      throw withCode(error)
    }
  }
}

function run(connection: SqliteConnection, query: Query, bindings: SQLInputValue[]): Query {
  const { statement, columns } = connection.prepare(query.sql)
  if (columns.length > 0) {
    const rows = statement.all(...bindings) as unknown as unknown[][]
    query.response = rows.map(row => plainRow(row, columns))
  } else {
    const { lastInsertRowid, changes } = statement.run(...bindings)
    query.response = { changes, lastInsertRowid }
    query.context = { lastID: lastInsertRowid, changes }
  }
  return query
}

function plainRow(values: unknown[], columns: string[]): Row {
  const row: Row = {}
  for (let index = 0; index < columns.length; index++) row[columns[index] as string] = values[index]
  return row
}

function* rowsOneByOne(connection: SqliteConnection, sql: string, bindings: SQLInputValue[]): Generator<Row> {
  const { statement, columns } = connection.compile(sql)
  for (const values of statement.iterate(...bindings)) yield plainRow(values as unknown as unknown[], columns)
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

// The driver reports ERR_SQLITE_ERROR for everything and a number beside it; callers test the name.
function withCode(error: unknown): Error & { code?: string } {
  const named = error as Error & { code?: string; errcode?: number }
  const number = named.errcode
  const name = number === undefined ? undefined : (codes[number] ?? codes[number & 0xff])
  if (name) named.code = name
  return named
}
