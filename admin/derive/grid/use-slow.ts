import { useEffect, useState } from 'react'

const SLOW_MS = 10_000

/** Whether `busy` has been true for more than ten seconds. */
export function useSlow(busy: boolean): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    setSlow(false)
    if (!busy) return
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [busy])
  return slow
}
