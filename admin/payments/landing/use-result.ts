import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { PaymentResult } from '../../../resources/payments/commands/results.ts'
import { isRefusal } from '../../shell/api.ts'
import { readResult } from './result-api.ts'

/** Seconds between two questions how a payment stands, and until the page stops asking. */
const EVERY_SECONDS = 2
const LONGEST_SECONDS = 30

export interface ShownResult {
  result?: PaymentResult
  /** Why it cannot be shown: the sentence of the server. */
  refused?: string
  /** Nobody knows yet, and the page has stopped asking. */
  isLate?: boolean
}

/** What is shown, and what begins to ask anew. */
type Asked = ShownResult & { askAnew: () => void }

/** Asks how the payment of the address stands, until `until` is true of it or half a minute has passed. */
export function useResult(until: (result: PaymentResult) => boolean): Asked {
  const [query] = useSearchParams()
  const [shown, setShown] = useState<ShownResult>({})
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: one page waits for the same all the time
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isHere = true
    if (!query.get('txn')) return setShown({ refused: 'This link contains no payment. Open your payments.' })
    const ask = async (left: number) => {
      let result: PaymentResult | undefined
      try {
        result = await readResult(query)
      } catch (error) {
        const refusal = isRefusal(error) ? error : undefined
        const isFinal = refusal !== undefined && refusal.statusCode >= 400 && refusal.statusCode < 500
        if (isFinal && refusal.statusCode !== 429) return isHere && setShown({ refused: refusal.message })
      }
      if (!isHere) return
      const isDecided = result !== undefined && until(result)
      setShown({ ...(result && { result }), isLate: !isDecided && left <= 0 })
      if (!isDecided && left > 0) timer = setTimeout(() => void ask(left - EVERY_SECONDS), EVERY_SECONDS * 1000)
    }
    void ask(LONGEST_SECONDS)
    return () => {
      isHere = false
      clearTimeout(timer)
    }
  }, [query, round])
  return { ...shown, askAnew: () => setRound(old => old + 1) }
}
