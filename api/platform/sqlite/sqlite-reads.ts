import type { SQLInputValue } from 'node:sqlite'
import { patienceHere } from '../patience.ts'
import { reportHere } from '../reports/reading.ts'
import { type Place, ReadPlaces } from './read-places.ts'
import { NO_THREAD, ReadingThreads, type ReadRows, TOO_LONG } from './reading-threads.ts'
import type { ReadOrder } from './reading-worker.ts'
import { ReportProcesses } from './report-processes.ts'
import { plainRow, type Row, SqliteConnection, withCode } from './sqlite-connection.ts'
import type { StatementTimes } from './statement-times.ts'

/** A select in SQL, with the values of its question marks. */
export interface Select {
  sql: string
  bindings: readonly unknown[]
}

/** How a server keeps answering while somebody reads much. */
export interface Flow {
  times: StatementTimes
  /** Milliseconds that a statement may take on a reading thread where nobody says otherwise. */
  patience: number
}

/**
 * Reads what is committed in an SQLite file: at once on a read-only connection of its own, or on a reading thread where
 * that would hold up others.
 */
export class SqliteReads {
  private connection: SqliteConnection | undefined
  private threads: ReadingThreads | undefined
  private reports: ReportProcesses | undefined
  private readonly places = new ReadPlaces(() => this.connection!.database)
  private readonly filename: string

  /** The file must be open elsewhere, for as long as it is read here: who opens it first mends it and makes its log. */
  constructor(filename: string) {
    this.filename = filename
  }

  /** Returns the rows of a select, or their promise; undefined where it cannot be read here, for whatever reason. */
  rows(sql: string, bindings: readonly SQLInputValue[], flow: Flow | undefined): Row[] | Promise<Row[]> | undefined {
    try {
      this.connection ??= new SqliteConnection(this.filename, { readOnly: true })
      if (!flow) return this.connection.read(sql, bindings)
      const place = this.places.placeOf(sql, bindings)
      if (place !== 'here') return this.readAside(sql, bindings, place, flow)
      const began = performance.now()
      const rows = this.connection.read(sql, bindings)
      const ms = performance.now() - began
      flow.times.held(sql, ms)
      this.places.took(sql, bindings, place, ms)
      return rows
    } catch {
      // The writing connection then waits for whoever holds the file, knows attached files, and names faults.
      return undefined
    }
  }

  private async readAside(sql: string, bindings: readonly SQLInputValue[], place: Place, flow: Flow): Promise<Row[]> {
    flow.times.aside += 1
    const patience = patienceHere() ?? flow.patience
    try {
      const { columns, rows, ms } = await this.beside({ sql, bindings }, patience, place === 'long')
      this.places.took(sql, bindings, place, ms)
      return rows.map(row => plainRow(row, columns))
    } catch (error) {
      const named = withCode(error)
      if (named.code === TOO_LONG || named.code === NO_THREAD) flow.times.gaveUp(sql, named.message)
      if (named.code === TOO_LONG) this.places.took(sql, bindings, place, patience)
      throw named
    }
  }

  /** Reports are read in processes of their own, so that a search or a list never waits for one. */
  private beside(order: ReadOrder, patience: number, isLong: boolean): Promise<ReadRows> {
    const report = reportHere()
    if (report) {
      this.reports ??= new ReportProcesses(this.filename)
      return this.reports.read(order, patience, report.left)
    }
    this.threads ??= new ReadingThreads(this.filename)
    return this.threads.read(order, patience, isLong)
  }

  /** Ends the reading threads; the next select that needs one starts it again. */
  async endThreads(): Promise<void> {
    const { threads, reports } = this
    this.threads = undefined
    this.reports = undefined
    await Promise.all([reports?.close(), threads?.close()])
  }

  async close(): Promise<void> {
    await this.endThreads()
    this.connection?.database.close()
    this.connection = undefined
  }
}
