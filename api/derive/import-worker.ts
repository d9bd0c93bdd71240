import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from '../platform/database.ts'
import { runImport } from './import-task.ts'

/** What the thread is told: the job, what to do with it, and a flag that says when to stop. */
export interface ImportOrder {
  databaseUrl: string
  home: string
  jobId: number
  step: 'check' | 'commit'
  /** One number: 0 go on, 1 cancelled by a person, 2 the portal is closing. */
  flag: SharedArrayBuffer
}

// An import reads, checks and writes on a connection of its own in this thread, so that the portal never waits for it.
const order = workerData as ImportOrder
const db = openDatabase(order.databaseUrl)
try {
  const flag = new Int32Array(order.flag)
  await runImport(db, order, {
    told: () => Atomics.load(flag, 0),
    onProgress: progress => parentPort!.postMessage(progress),
  })
} finally {
  await db.destroy()
}
