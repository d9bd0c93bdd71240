import type { Knex } from 'knex'
import { type FailedDocument, noteFailed } from './sync-run.ts'

/** The most errors that a run keeps; the others are only counted. */
const MOST_KEPT = 20_000
const AT_ONCE = 500

/** Collects why rows of a run could not be saved and writes them in batches, so that many cost no memory. */
export function runErrors(db: Knex, runId: number) {
  let waiting: FailedDocument[] = []
  let written = 0
  let count = 0

  async function flush() {
    const batch = waiting
    waiting = []
    await noteFailed(db, runId, batch, written)
    written += batch.length
  }

  return {
    get count() {
      return count
    },
    async add(...failed: readonly FailedDocument[]) {
      count += failed.length
      if (written + waiting.length < MOST_KEPT) waiting.push(...failed)
      if (waiting.length >= AT_ONCE) await flush()
    },
    /** Adds a line that is no error of the run, such as what was left out. */
    note(line: FailedDocument) {
      if (written + waiting.length < MOST_KEPT) waiting.push(line)
    },
    flush,
  }
}

export type RunErrors = ReturnType<typeof runErrors>

/** One line for the rows of a reading that are not ours. */
export function noteOthers(title: string, others: number, errors: RunErrors): void {
  if (others === 0) return
  const rows = others === 1 ? 'row is' : 'rows are'
  errors.note({
    number: '',
    column: null,
    code: 'NOT_OURS',
    message: `${title}: ${others} ${rows} of others and left out`,
  })
}
