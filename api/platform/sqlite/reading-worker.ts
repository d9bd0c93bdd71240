import type { SQLInputValue } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { SqliteConnection } from './sqlite-connection.ts'

/** A select with its values. */
export interface ReadOrder {
  sql: string
  bindings: readonly unknown[]
}

/** The rows of a select as arrays, the names of their columns, and the milliseconds that it took; or its error. */
export type ReadAnswer =
  | { columns: string[]; rows: unknown[][]; ms: number }
  | { failure: { message: string; code?: string; errcode?: number } }

// A thread of the portal, or a process beside it that reads a report.
const filename = (workerData as { filename: string } | null)?.filename ?? process.argv[2]!
const connection = new SqliteConnection(filename, { readOnly: true })
// What is sorted here is large: it goes to a temporary file, so that a sort of a million rows takes no more than the cache.
connection.database.exec('PRAGMA cache_size=-8000; PRAGMA temp_store=FILE; PRAGMA busy_timeout=1000')

function answerOf({ sql, bindings }: ReadOrder): ReadAnswer {
  const began = performance.now()
  try {
    const { statement } = connection.prepare(sql)
    // Row by row, so that a thread that fills its memory, or is told to end, ends between two rows.
    const rows: unknown[][] = []
    for (const row of statement.iterate(...(bindings as SQLInputValue[]))) rows.push(row as unknown as unknown[])
    const columns = statement.columns().map(column => column.name)
    return { columns, rows, ms: performance.now() - began }
  } catch (error) {
    const { message, code, errcode } = error as Error & { code?: string; errcode?: number }
    return { failure: { message, ...(code && { code }), ...(errcode !== undefined && { errcode }) } }
  }
}

if (parentPort) parentPort.on('message', (order: ReadOrder) => parentPort!.postMessage(answerOf(order)))
else {
  process.on('message', (order: ReadOrder) => process.send!(answerOf(order)))
  // The portal is gone.
  process.on('disconnect', () => process.exit())
}
