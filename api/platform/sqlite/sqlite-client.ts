import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { SQLInputValue } from 'node:sqlite'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import { KnexRunner, KnexSqlite, KnexSqliteTransaction } from '../knex/knex-inside.ts'
import { plainRow, type Row, SqliteConnection, withCode } from './sqlite-connection.ts'
import { type Flow, type Select, SqliteReads } from './sqlite-reads.ts'

const longestWait = 5_000

type Query = {
  sql: string
  bindings?: readonly unknown[]
  response?: unknown
  context?: { lastID: unknown; changes: unknown }
}

/** A transaction has a client of its own, and the configuration of its pool. */
const flows = new WeakMap<object, Flow>()

/**
 * From now on selects that would hold up others run on reading threads, for as many milliseconds as `flow` says, and the
 * time of all other statements is noted. Returns how to end that.
 */
export function keepFlowing(db: Knex, flow: Flow): () => Promise<void> {
  const client = db.client as SqliteClient
  flows.set(client.config, flow)
  return async () => {
    flows.delete(client.config)
    await client.reads?.endThreads()
  }
}

class ImmediateTransaction extends KnexSqliteTransaction {
  declare trxClient: SqliteClient & { query(connection: object, sql: string): Promise<unknown> }

  // A deferred transaction that reads and then writes loses updates between processes, or fails half-way.
  // Knex's own `query` swallows a refused BEGIN and runs the work all the same, as if it held the lock.
  async begin(connection: SqliteConnection) {
    const begun = await this.trxClient.query(connection, 'BEGIN IMMEDIATE;')
    this.trxClient.held = { connection, isOver: () => this.isCompleted() }
    return begun
  }
}

/** The Knex client for SQLite files on Node's built-in driver: WAL, durable commits, transactions that lock at once. */
export class SqliteClient extends KnexSqlite {
  /** Where selects are read; absent inside a transaction, which alone sees what it has written. */
  declare reads: SqliteReads | undefined
  /** Inside a transaction its connection. */
  declare held: { connection: SqliteConnection; isOver(): boolean } | undefined

  _driver() {
    return SqliteConnection
  }

  runner(builder: unknown) {
    return new SqliteRunner(this, builder as never)
  }

  /**
   * Returns the rows of a select outside of transactions, read beside the connection that writes, at once or on a reading
   * thread; undefined where it must be asked of that one.
   */
  readDirectly({ sql, bindings }: Select): Row[] | Promise<Row[]> | undefined {
    if (!this.reads || !/^\s*(select|with)\b/i.test(sql)) return undefined
    const rows = this.reads.rows(sql, this._formatBindings(bindings), flows.get(this.config))
    if (rows) this.emit('query', { sql, bindings })
    return rows
  }

  /**
   * Runs one statement of a transaction at once, for its connection is at hand: Knex's way to it takes longer than most
   * statements. Returns undefined outside of a transaction.
   */
  runDirectly(sql: string, bindings: readonly unknown[]): unknown {
    return this.directly(sql, connection => run(connection, { sql }, this._formatBindings(bindings)).response)
  }

  /** Runs one insert of a transaction for each of these rows, compiled once; returns false outside of a transaction. */
  insertDirectly(sql: string, rows: readonly SQLInputValue[][]): boolean {
    const isInserted = this.directly(sql, connection => {
      const { statement } = connection.prepare(sql)
      for (const values of rows) statement.run(...values)
      return true
    })
    return isInserted ?? false
  }

  private directly<Result>(sql: string, work: (connection: SqliteConnection) => Result): Result | undefined {
    if (!this.held || this.held.isOver()) return undefined
    this.emit('query', { sql })
    try {
      const { connection } = this.held
      return this.timed(sql, () => work(connection))
    } catch (error) {
      const named = withCode(error)
      named.message = `${sql} - ${named.message}`
      throw named
    }
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
        const connection = new SqliteConnection(filename)
        // Every connection to memory is a database of its own.
        if (filename !== ':memory:') this.reads ??= new SqliteReads(filename)
        return connection
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

  async destroy(done?: () => void) {
    // Before the connection that writes: the last to close takes the log into the file.
    await this.reads?.close()
    this.reads = undefined
    return super.destroy(done)
  }

  async _query(connection: SqliteConnection, query: Query) {
    // On a full disk SQLite has rolled back by itself; to do so again would fail, and hide why.
    if (/^ROLLBACK;?$/.test(query.sql) && !connection.database.isTransaction) return query
    const giveUpAt = Date.now() + longestWait
    for (;;) {
      try {
        return this.timed(query.sql, () =>
          run(connection, query, this._formatBindings(query.bindings) as SQLInputValue[]),
        )
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

  private timed<Result>(sql: string, work: () => Result): Result {
    const began = performance.now()
    const result = work()
    flows.get(this.config)?.times.held(sql, performance.now() - began)
    return result
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

function* rowsOneByOne(connection: SqliteConnection, sql: string, bindings: SQLInputValue[]): Generator<Row> {
  const { statement, columns } = connection.compile(sql)
  for (const values of statement.iterate(...bindings)) yield plainRow(values as unknown as unknown[], columns)
}

/** What Knex runs: the builder of a query, or a text of SQL. */
interface Builder {
  _method?: string
  _connection?: unknown
  sql?: unknown
  toSQL(): Select & { timeout?: number }
}

const SELECTS: readonly (string | undefined)[] = ['select', 'first', 'pluck']

/** Runs the queries of Knex: selects outside of transactions at once, without the pool. */
class SqliteRunner extends KnexRunner<SqliteClient, Builder> {
  override async run() {
    const { client, builder } = this
    const isText = typeof builder.sql === 'string'
    if (client.reads && !builder._connection && (isText || SELECTS.includes(builder._method))) {
      const statement = builder.toSQL()
      const found = statement.timeout ? undefined : client.readDirectly(statement)
      if (found) {
        const response = found instanceof Promise ? await found : found
        return client.processResponse({ ...statement, response }, this)
      }
    }
    return super.run()
  }
}
