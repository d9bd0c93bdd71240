import type { Knex } from 'knex'

/** Wakes a sender as soon as something was written to be sent; senders also poll from time to time. */
interface Bell {
  /** Calls `wake` at every ring in this process; returns how to stop that. */
  onRing(wake: () => void): () => void
  /** Rings once the transaction has committed, or at once outside of one. */
  ringAfter(trx: Knex): void
}

/** Runs `work` once the transaction has committed, or at once outside of one. */
export function afterCommit(trx: Knex, work: () => void) {
  const ended = (trx as Knex.Transaction).executionPromise as Promise<unknown> | undefined
  if (ended) ended.then(work, () => undefined)
  else work()
}

/** Makes a bell for this process: its listeners are called when it rings. */
export function makeBell(): Bell {
  const sleepers = new Set<() => void>()
  const ring = () => {
    for (const wake of sleepers) wake()
  }
  return {
    onRing(wake) {
      sleepers.add(wake)
      return () => sleepers.delete(wake)
    },
    ringAfter: trx => afterCommit(trx, ring),
  }
}
