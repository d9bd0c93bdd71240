import { useEffect, useRef, useState } from 'react'
import type { HeaderBody, OrderBody } from '../../../resources/orders/order-input.ts'
import type { Quote } from '../../../resources/orders/quote/quote.ts'
import { isRefusal } from '../../shell/api.ts'
import { placeFaults, sendableLines, withRowNumbers } from '../lines/line-bodies.ts'
import { type LineStore, NO_QUOTE } from '../lines/line-store.ts'
import { askQuote } from '../order-api.ts'
import { quoting } from './quoting.ts'

interface Question {
  body: OrderBody
  keys: string[]
  words: string
}

/**
 * Keeps the pad's prices, plants, taxes, faults and approvals current: one request per burst of changes. Returns a
 * function that prices the order anew though nothing was typed.
 */
export function useQuoting(store: LineStore, customerId: number, header: HeaderBody) {
  const latest = useRef(header)
  latest.current = header
  const [desk] = useState(() => deskOf(store, customerId, () => latest.current))
  useEffect(() => {
    // Named here so that a change of the header requests a new quote.
    void header
    desk.changed()
  }, [header, desk])
  useEffect(() => {
    let seen = store.revision
    const leave = store.subscribe(() => {
      if (store.revision === seen) return
      seen = store.revision
      desk.changed()
    })
    return () => {
      leave()
      desk.stop()
    }
  }, [store, desk])
  return desk.again
}

function deskOf(store: LineStore, customerId: number, header: () => HeaderBody) {
  let last: { words: string; quote: Quote } | undefined

  function question(): Question | null {
    const { keys, bodies } = sendableLines(store.lines())
    const { shipToId, orderTypeId, requestedDeliveryDate } = header()
    if (bodies.length === 0 || shipToId === null || orderTypeId === null || requestedDeliveryDate === null) return null
    const body = { ...header(), customerId, lines: bodies }
    return { body, keys, words: JSON.stringify(body) }
  }

  const desk = quoting<Question, Quote>({
    question,
    ask: async ({ body, words }, signal) => {
      // The latest typing may not be part of any line yet.
      if (last?.words !== words) last = { words, quote: await askQuote(body, [], signal) }
      return last.quote
    },
    onChanged: () => store.outdate(),
    onAsking: () => store.applyQuote({ state: 'asking' }),
    onNothing: () => store.applyQuote(NO_QUOTE),
    onAnswer: (quote, { body, keys }) => {
      const [faults, warnings] = [quote.faults, quote.warnings].map(findings =>
        placeFaults(findings, keys, store.lines()),
      )
      const approvals = quote.approvals.map(ahead => ({
        ...ahead,
        reason: withRowNumbers(ahead.reason, keys, store.lines()),
      }))
      store.applyQuote({
        state: 'known',
        quote: { ...quote, approvals },
        request: { body, keys },
        error: null,
        faults: faults!,
        warnings: warnings!,
      })
    },
    onFailure: (error, { keys }) => {
      const refusal = isRefusal(error) ? error : undefined
      const faults = placeFaults(refusal?.faults ?? [], keys, store.lines())
      store.applyQuote({
        state: 'failed',
        faults,
        error: faults.length > 0 ? null : (refusal?.message ?? 'The order could not be priced.'),
      })
    },
  })
  function again() {
    last = undefined
    desk.changed()
  }
  return { ...desk, again }
}
