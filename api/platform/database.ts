import knex, { type Knex } from 'knex'
import { asideOf, MysqlClient } from './knex/mysql-client.ts'
import { SqliteClient } from './sqlite/sqlite-client.ts'

type RawConnection = { query(sql: string, done: (error: (Error & { errno?: number }) | null) => void): void }

// Errors are thrown and logged once by the caller; Knex would also print them.
const quiet = { warn() {}, error() {}, deprecate() {}, debug() {} }

/** Opens the database at a checked address (`sqlite:/file` or `mysql://…`). It connects at the first query; call `destroy()` at the end. */
export function openDatabase(where: string | { databaseUrl: string }): Knex {
  const url = typeof where === 'string' ? where : where.databaseUrl
  return knex(databaseConfig(url))
}

/**
 * Where a single statement commits at once, whatever becomes of the transaction that asks for it: a small pool of its own
 * on MySQL. SQLite has one writer, there it takes part in the transaction.
 */
export const commitsAtOnce = (db: Knex): Knex => (isSqlite(db) ? db : asideOf(db))

/** Whether this database, or transaction, is SQLite; otherwise it speaks MySQL. */
export function isSqlite(db: Knex): boolean {
  return db.client instanceof SqliteClient
}

/**
 * Lets an embedded database keep few pages in memory, where each is read once or twice, and sort and join outside of it:
 * a statement that changes all rows of a large table otherwise holds a copy of them.
 */
export async function withSmallCache(db: Knex): Promise<void> {
  if (!isSqlite(db)) return
  await db.raw('PRAGMA cache_size = -4000')
  await db.raw('PRAGMA temp_store = FILE')
}

/** The rows of one select given as SQL text, for queries that every request runs: Knex builds nothing. */
export async function selectRows<Row>(db: Knex, sql: string, values: readonly (string | number)[]): Promise<Row[]> {
  const { client } = db
  const direct =
    client instanceof SqliteClient
      ? (client.runDirectly(sql, values) ?? client.readDirectly({ sql, bindings: values }))
      : (client as MysqlClient).runDirectly(sql, values)
  return (direct ?? db.raw(sql, values as (string | number)[])) as Row[] | Promise<Row[]>
}

/** Runs one SQL statement that changes rows: returns how many it changed, and the id of the row it inserted. */
export async function changeRows(db: Knex, sql: string, values: readonly (string | number | null)[]) {
  const { client } = db
  const direct = (client as SqliteClient | MysqlClient).runDirectly(sql, values)
  const { changes, affectedRows, lastInsertRowid, insertId } = ((await direct) ??
    (await written(db, sql, values))) as Written
  return { changed: Number(changes ?? affectedRows), id: Number(lastInsertRowid ?? insertId) }
}

/**
 * Runs an insert of one row, given as SQL text, for each of these rows inside a transaction of SQLite; returns false
 * elsewhere, where a statement of many rows is faster.
 */
export const insertOneByOne = (db: Knex, sql: string, rows: readonly (string | number | null)[][]): boolean =>
  db.client instanceof SqliteClient && db.client.insertDirectly(sql, rows)

/** What the drivers say of a statement that changed rows: SQLite's `changes`, MySQL's `affectedRows`. */
interface Written {
  changes?: number | bigint
  lastInsertRowid?: number | bigint
  affectedRows?: number
  insertId?: number
}

// Knex would search the text for each of the values, which for many rows takes as long as half their insertion.
function written(db: Knex, sql: string, values: readonly (string | number | null)[]): Knex.Raw {
  const statement = db.raw(sql)
  const plain = statement.toSQL.bind(statement)
  statement.toSQL = () => Object.assign(plain(), { bindings: values })
  return statement
}

/** The Knex configuration for a checked database address. */
export function databaseConfig(url: string): Knex.Config {
  const config = url.startsWith('sqlite:') ? sqliteConfig(url.slice('sqlite:'.length)) : mysqlConfig(new URL(url))
  return { ...config, log: quiet }
}

function sqliteConfig(filename: string): Knex.Config {
  return {
    client: SqliteClient as unknown as typeof Knex.Client,
    connection: { filename },
    useNullAsDefault: true,
    pool: { min: 1, max: 1 },
    acquireConnectionTimeout: 15_000,
  }
}

function mysqlConfig(url: URL): Knex.Config {
  return {
    client: MysqlClient as unknown as typeof Knex.Client,
    connection: {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port || 3306),
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      database: decodeURIComponent(url.pathname.slice(1)),
      // `?ssl=true` asks for an encrypted connection to a server with a valid certificate.
      ...(url.searchParams.get('ssl') === 'true' ? { ssl: {} } : {}),
      charset: 'utf8mb4',
      timezone: 'Z',
      dateStrings: true,
      // Sums of BIGINT arrive as DECIMAL; both are whole numbers well inside what a JavaScript number holds exactly.
      decimalNumbers: true,
      supportBigNumbers: true,
      connectTimeout: 3_000,
      enableKeepAlive: true,
    } as Knex.MySql2ConnectionConfig,
    pool: { min: 0, max: 10, afterCreate: prepareSession },
    acquireConnectionTimeout: 15_000,
  }
}

const sessionSettings = [
  "SET SESSION time_zone = '+00:00', sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION,ERROR_FOR_DIVISION_BY_ZERO', innodb_lock_wait_timeout = 3",
  // MariaDB only: without it a transaction may overwrite a row that changed after it read it.
  'SET SESSION innodb_snapshot_isolation = ON',
]

const unknownVariable = 1193

function prepareSession(
  connection: RawConnection,
  done: (error: Error | null, connection: RawConnection) => void,
): void {
  const run = (index: number): void => {
    const sql = sessionSettings[index]
    if (!sql) done(null, connection)
    else
      connection.query(sql, error => {
        if (error && error.errno !== unknownVariable) done(error, connection)
        else run(index + 1)
      })
  }
  run(0)
}
