import { AsyncLocalStorage } from 'node:async_hooks'

const patience = new AsyncLocalStorage<number>()

/** Milliseconds that one statement of a job may take, for which nobody waits. */
export const PATIENCE_OF_JOBS = 600_000

/** Runs `work` whose statements may take so many milliseconds each, such as a report or a nightly job. */
export const withPatience = <Result>(milliseconds: number, work: () => Result): Result =>
  patience.run(milliseconds, work)

/** The milliseconds that a statement asked for here may take; undefined where nobody said. */
export const patienceHere = (): number | undefined => patience.getStore()
