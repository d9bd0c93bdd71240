import { AsyncLocalStorage } from 'node:async_hooks'

/** A request to SAP and its answer; `status` is null where none came. */
export interface Exchange {
  /** Such as `POST API_SALES_ORDER_SRV/A_SalesOrder`. */
  asked: string
  status: number | null
  text: string
}

const kept = new AsyncLocalStorage<Exchange[]>()

/** Runs `work` and keeps its requests to SAP in `exchanges`, in their order; also those of a failure. */
export const keepingExchanges = <Result>(exchanges: Exchange[], work: () => Promise<Result>): Promise<Result> =>
  kept.run(exchanges, work)

/** Keeps a request for whoever listens; nothing happens where nobody does. */
export function noteExchange(exchange: Exchange): void {
  kept.getStore()?.push(exchange)
}
