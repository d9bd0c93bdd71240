import { AsyncLocalStorage } from 'node:async_hooks'

/** Whoever reads a report: `left` is aborted when nobody waits for it any more. */
interface ReportReading {
  left: AbortSignal
}

const readings = new AsyncLocalStorage<ReportReading>()

/** Runs `work` whose statements may be heavy: they are read beside everything else, and end when `left` is aborted. */
export const readingReport = <Result>(left: AbortSignal, work: () => Result): Result => readings.run({ left }, work)

/** The report that is being read here; undefined for everything else. */
export const reportHere = (): ReportReading | undefined => readings.getStore()

/** The code of the error of a statement whose reader has left. */
export const READER_LEFT = 'READER_LEFT'

/** The error of a statement for which nobody waits any more. */
export const readerLeft = () => Object.assign(new Error('The reader of this statement has left'), { code: READER_LEFT })
