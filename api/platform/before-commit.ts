import type { Knex } from 'knex'

/** What is done once for some rows, named by their ids, in the transaction that changed them. */
type Duty = (trx: Knex, ids: readonly number[]) => Promise<void>

/** Duties that are done once no other is left. */
const last = new WeakSet<Duty>()

const open = new WeakMap<Knex, Map<Duty, Set<number>>>()

/** Runs `work` in a transaction, and after it what it left for its end. */
export async function withDuties<Result>(
  trx: Knex.Transaction,
  work: (trx: Knex.Transaction) => Promise<Result>,
): Promise<Result> {
  // Several works may follow each other in one transaction: each has its own end.
  const duties = new Map<Duty, Set<number>>()
  open.set(trx, duties)
  try {
    const result = await work(trx)
    await doDuties(trx)
    return result
  } finally {
    open.delete(trx)
  }
}

/** Does what was left for the end of a transaction by now: where many works, each with an end of its own, share one. */
export async function doDuties(trx: Knex): Promise<void> {
  const duties = open.get(trx) ?? new Map<Duty, Set<number>>()
  for (let next = firstOf(duties); next; next = firstOf(duties)) {
    const [duty, ids] = next
    // Taken out first: another duty may leave it more rows.
    duties.delete(duty)
    await duty(trx, [...ids])
  }
}

const firstOf = (duties: ReadonlyMap<Duty, Set<number>>) => {
  const left = [...duties]
  return left.find(([duty]) => !last.has(duty)) ?? left[0]
}

/**
 * As `beforeCommit`, after all else that the transaction leaves for its end: for what others wait for, such as a number
 * without gaps.
 */
export function atTheVeryEnd(trx: Knex, duty: Duty, ids: readonly number[]): Promise<void> {
  last.add(duty)
  return beforeCommit(trx, duty, ids)
}

/** Leaves rows for the end of the transaction, however often it changes them; outside of `transact` they go at once. */
export async function beforeCommit(trx: Knex, duty: Duty, ids: readonly number[]): Promise<void> {
  const duties = open.get(trx)
  if (!duties) return duty(trx, ids)
  const left = duties.get(duty) ?? new Set()
  duties.set(duty, left)
  for (const id of ids) left.add(id)
}
