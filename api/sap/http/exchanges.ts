import { AsyncLocalStorage } from 'node:async_hooks'
import type { SapWarning } from '../../../resources/sap/warning.ts'

/** A request to SAP and its answer; `status` is null where none came. */
export interface Exchange {
  /** Such as `POST API_SALES_ORDER_SRV/A_SalesOrder`. */
  asked: string
  status: number | null
  text: string
  /** What SAP warned of, also in the parts of a `$batch`. */
  warnings: SapWarning[]
}

const kept = new AsyncLocalStorage<Exchange[]>()

/** Runs `work` and keeps its requests to SAP in `exchanges`, in their order; also those of a failure. */
export const keepingExchanges = <Result>(exchanges: Exchange[], work: () => Promise<Result>): Promise<Result> =>
  kept.run(exchanges, work)

/** Keeps a request for whoever listens; nothing happens where nobody does. */
export function noteExchange(exchange: Exchange): void {
  kept.getStore()?.push(exchange)
}

/** Adds what SAP warned of within its last answer. */
export function noteWarnings(warnings: readonly SapWarning[]): void {
  kept
    .getStore()
    ?.at(-1)
    ?.warnings.push(...warnings)
}
