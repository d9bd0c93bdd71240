import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import knex, { type Knex } from 'knex'
import { patienceHere } from '../patience.ts'
import { readerLeft, reportHere } from '../reports/reading.ts'
import { KnexMysql, KnexMysqlTransaction } from './knex-inside.ts'

/** A connection to the server, as the driver makes it. */
export interface MysqlConnection {
  stream: Socket
  /** Its number on the server. */
  threadId: number
  query(options: { sql: string; timeout?: number }, done: (error: Error | null) => void): void
}
type Query = { sql: string; options?: { timeout?: number } }

/** What Knex's client has and its types do not show. */
interface DirectClient {
  acquireConnection(): Promise<MysqlConnection>
  query(
    connection: MysqlConnection,
    query: { sql: string; bindings: readonly unknown[] },
  ): Promise<{ response: [unknown] }>
  releaseConnection(connection: MysqlConnection): Promise<void>
}

/** A deadlock, and a row that had changed since it was read: the server has undone the statement. */
const gaveWay: readonly number[] = [1213, 1020]
const MOST_TRIES = 8

interface Shared {
  /** Every open connection, those that are just being made too. */
  connections: Set<MysqlConnection>
  /** How many milliseconds a statement may take, unless `withPatience` says otherwise; none is no limit. */
  patience: number | undefined
  /** Why the server counts as out of reach; queries then fail at once. */
  silence: string | null
  aside: Knex | undefined
  /** Other pools to the same server. */
  others: Knex[]
}

/** What the clients of one pool share: a transaction has a client of its own, and the configuration of its pool. */
const sharedBy = new WeakMap<object, Shared>()

const shared = (client: { config: object }): Shared => {
  const poolParts = sharedBy.get(client.config) ?? {
    connections: new Set(),
    patience: undefined,
    silence: null,
    aside: undefined,
    others: [],
  }
  sharedBy.set(client.config, poolParts)
  return poolParts
}

/** Ends statements that take longer than so many milliseconds, on this pool and its transactions. */
export function limitStatements(db: Knex, milliseconds: number): void {
  shared(db.client).patience = milliseconds
}

/** Says that the server is out of reach, or with null back: until then what waits or is asked fails at once. */
export function noteSilence(db: Knex, why: string | null): void {
  const state = shared(db.client)
  state.silence = why
  for (const other of state.others) noteSilence(other, why)
  if (why !== null) for (const { stream } of state.connections) stream.destroy()
}

/**
 * A second, small pool to the same server, for single statements that commit at once while a transaction of the first
 * pool waits for them: taken from the first, connections would run out.
 */
export function asideOf(db: Knex): Knex {
  const state = shared(db.client)
  if (!state.aside) {
    state.aside = knex({ ...db.client.config, pool: { ...db.client.config.pool, min: 0, max: 2 } })
    state.others.push(state.aside)
  }
  shared(state.aside.client).patience = state.patience
  return state.aside
}

/** Says that a pool is one more to the server of another, out of reach with it. */
export function sameServer(db: Knex, other: Knex): void {
  shared(db.client).others.push(other)
}

class Transaction extends KnexMysqlTransaction {
  // On a lost connection the server has rolled back; Knex would report that it cannot, instead of what went wrong.
  override rollback(connection: MysqlConnection, error: Error) {
    if (!connection.stream.destroyed) return super.rollback(connection, error)
    this._completed = true
    this._rejecter(error)
    return Promise.resolve()
  }
}

/** The Knex client for MariaDB and MySQL, whose statements have a time limit and which knows when the server is silent. */
export class MysqlClient extends KnexMysql {
  transaction(container: unknown, config?: unknown, outer?: unknown) {
    return new Transaction(this, container, config, outer)
  }

  _driver() {
    const driver = super._driver()
    // Knex hands out a connection only once it stands, and one that never does has to be ended too.
    const createConnection = (settings: object): MysqlConnection => {
      const made = driver.createConnection(settings)
      const { connections } = shared(this as never)
      connections.add(made)
      made.stream.once('close', () => connections.delete(made))
      return made
    }
    return Object.create(driver, { createConnection: { value: createConnection } })
  }

  async acquireRawConnection(): Promise<MysqlConnection> {
    this.refuseWhileSilent()
    return super.acquireRawConnection()
  }

  /** A connection outside the pool, also while the server is silent. */
  connectAside(): Promise<MysqlConnection> {
    return super.acquireRawConnection()
  }

  async acquireConnection(): Promise<MysqlConnection> {
    this.refuseWhileSilent()
    return super.acquireConnection()
  }

  async destroyRawConnection(connection: MysqlConnection) {
    // A server that does not answer would not hear the farewell either.
    if (shared(this as never).silence !== null) connection.stream.destroy()
    else await super.destroyRawConnection(connection)
  }

  async _query(connection: MysqlConnection, query: Query) {
    const limit = patienceHere() ?? shared(this as never).patience
    if (limit) query.options = { timeout: limit, ...query.options }
    const report = reportHere()
    if (report) return this.readForReport(connection, query, report.left)
    return this.isInTransaction ? this.readAsKnex(connection, query) : this.readAgain(connection, query)
  }

  private get isInTransaction(): boolean {
    return Boolean((this as { transacting?: boolean }).transacting)
  }

  /** A statement by itself that had to give way to a transaction has done nothing: it is run again. */
  private async readAgain(connection: MysqlConnection, query: Query, tries = 1): Promise<unknown> {
    try {
      return await this.readAsKnex(connection, query)
    } catch (error) {
      if (tries === MOST_TRIES || !gaveWay.includes((error as { errno?: number }).errno ?? 0)) throw error
      await pause(10 * tries * Math.random())
      return this.readAgain(connection, query, tries + 1)
    }
  }

  /** Runs a statement of a report, which the server ends when its reader has left or it takes too long. */
  private async readForReport(connection: MysqlConnection, query: Query, left: AbortSignal) {
    if (left.aborted) throw readerLeft()
    const kill = () => void this.killStatement(connection)
    left.addEventListener('abort', kill)
    try {
      const read = await this.readAsKnex(connection, query)
      left.throwIfAborted()
      return read
    } catch (error) {
      if (left.aborted) throw readerLeft()
      if ((error as { code?: string }).code === 'PROTOCOL_SEQUENCE_TIMEOUT') kill()
      throw error
    } finally {
      left.removeEventListener('abort', kill)
    }
  }

  private async killStatement({ threadId }: MysqlConnection): Promise<void> {
    try {
      const other = await this.connectAside()
      await new Promise<void>(done => other.query({ sql: `kill query ${Number(threadId)}` }, () => done()))
      other.stream.destroy()
    } catch {
      // The server is gone, and the statement with it.
    }
  }

  private async readAsKnex(connection: MysqlConnection, query: Query) {
    try {
      return await super._query(connection, query)
    } catch (error) {
      // Its answer may still come, and would be taken for that of the next statement.
      if ((error as { code?: string }).code === 'PROTOCOL_SEQUENCE_TIMEOUT') connection.stream.destroy()
      throw error
    }
  }

  /**
   * Runs one statement, in a transaction on its connection: what Knex does around a statement of its own takes longer than
   * the driver. Returns rows, or what was changed.
   */
  async runDirectly(sql: string, values: readonly unknown[]): Promise<unknown> {
    const client = this as unknown as DirectClient
    const connection = await client.acquireConnection()
    try {
      const { response } = await client.query(connection, { sql, bindings: values })
      return response[0]
    } finally {
      await client.releaseConnection(connection)
    }
  }

  async destroy(done?: () => void) {
    await sharedBy.get((this as unknown as Knex.Client).config)?.aside?.destroy()
    return super.destroy(done)
  }

  private refuseWhileSilent() {
    const { silence } = shared(this as never)
    if (silence !== null) throw Object.assign(new Error(silence), { code: SILENT })
  }
}

/** The code of the error that is thrown at once while the server is out of reach. */
export const SILENT = 'DATABASE_SILENT'
