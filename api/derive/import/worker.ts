import { parentPort, workerData } from 'node:worker_threads'
import type { Knex } from 'knex'
import type { Config } from '../../platform/config.ts'
import { openDatabase, withSmallCache } from '../../platform/database.ts'
import { setEnvironment } from '../../platform/environment.ts'
import type { ImportStep } from './job.ts'
import { runImport } from './run-import.ts'

/** What the thread is given when it starts. */
export interface ImportThreadConfig {
  databaseUrl: string
  home: string
  environment: Config['environment']
  paymentHosts: Config['paymentHosts']
}

/**
 * A step to run: the job, the step, the name of the process, and a flag of one number: 0 continue, 1 cancelled by a
 * person, 2 the portal is closing.
 */
export interface ImportCommand {
  jobId: number
  process: string
  step: ImportStep
  flag: SharedArrayBuffer
}

/** A message of the thread: its progress, or its end with the error if there is one. */
export type ImportMessage = { rowsTotal: number; rowsDone: number } | { ended: true; failure?: unknown }

/**
 * Runs the steps that are sent to this thread. Each opens a database connection of its own and closes it at the end, so
 * that the portal never waits for it.
 */
export function runImports(): void {
  const { environment, paymentHosts } = workerData as ImportThreadConfig
  setEnvironment(environment, { paymentHosts })
  parentPort!.on('message', (command: ImportCommand) => void runOne(command))
}

async function runOne({ jobId, step, process, flag }: ImportCommand): Promise<void> {
  const { databaseUrl, home } = workerData as ImportThreadConfig
  const signal = new Int32Array(flag)
  let db: Knex | undefined
  let failure: unknown
  try {
    db = openDatabase(databaseUrl)
    await withSmallCache(db)
    await runImport(
      db,
      { home, jobId, step },
      { process, told: () => Atomics.load(signal, 0), onProgress: progress => parentPort!.postMessage(progress) },
    )
  } catch (error) {
    failure = error
  }
  await db?.destroy()
  const message: ImportMessage = { ended: true, ...(failure !== undefined && { failure }) }
  parentPort!.postMessage(message)
}
