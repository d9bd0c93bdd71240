import { useEffect, useRef } from 'react'

/**
 * Lets people press Enter before what they typed is answered: it takes effect once the answer is there, unless they type
 * on. Returns what Enter does.
 */
export function useEarlyEnter(typed: string, isAnswered: boolean, take: () => void): () => void {
  const early = useRef<string | null>(null)
  useEffect(() => {
    if (early.current === null || (!isAnswered && early.current === typed)) return
    const isMeant = early.current === typed
    early.current = null
    if (isMeant) take()
  })
  return () => {
    if (isAnswered) take()
    else early.current = typed
  }
}
