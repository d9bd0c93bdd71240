import { AsyncLocalStorage } from 'node:async_hooks'

const patience = new AsyncLocalStorage<number>()

/** Runs `work` whose statements may take so many milliseconds each, such as a report or a nightly job. */
export const withPatience = <Result>(milliseconds: number, work: () => Result): Result =>
  patience.run(milliseconds, work)

/** The milliseconds that a statement asked for here may take; undefined where nobody said. */
export const patienceHere = (): number | undefined => patience.getStore()
