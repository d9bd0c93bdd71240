import type { OrderBody } from '../../../resources/orders/order-input.ts'
import { type SeenLine, seenOf } from '../../../resources/orders/quote/seen-prices.ts'
import type { LineStore, QuoteState } from '../lines/line-store.ts'

/** Milliseconds to wait for the prices of what was typed last. */
const WAIT_MS = 10_000

/**
 * The amounts that the pad shows of each line of the order, nothing of a line whose amounts are not shown. Waits while
 * the last change is being priced; empty when it cannot be priced.
 */
export async function seenLinesOf(store: LineStore, body: OrderBody): Promise<Partial<SeenLine>[]> {
  const words = JSON.stringify(body)
  const answers = ({ state, request }: QuoteState) => state === 'known' && JSON.stringify(request?.body) === words
  if (!answers(store.answer())) await answered(store, answers)
  const { quote } = store.answer()
  if (!quote || !answers(store.answer())) return []
  return quote.lines.toSorted((a, b) => a.index - b.index).map(line => ('netPrice' in line ? seenOf(line) : {}))
}

/** Ends with an answer to the question, a failure, or the time. */
const answered = (store: LineStore, answers: (state: QuoteState) => boolean) =>
  new Promise<void>(resolve => {
    const timer = setTimeout(end, WAIT_MS)
    const leave = store.subscribe(() => {
      if (answers(store.answer()) || store.answer().state === 'failed') end()
    })
    function end() {
      clearTimeout(timer)
      leave()
      resolve()
    }
  })
