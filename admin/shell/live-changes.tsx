import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** Milliseconds after the first paint before the socket is opened. */
const AFTER_MS = 2_500

/** Listens for changes while the person is signed in; its code is loaded after the first page has settled. */
export function LiveChanges() {
  const client = useQueryClient()
  useEffect(() => {
    let stop: (() => void) | undefined
    let gone = false
    const timer = setTimeout(async () => {
      const live = await import('./live.ts').catch(() => undefined)
      if (!gone) stop = live?.listenLive(client)
    }, AFTER_MS)
    return () => {
      gone = true
      clearTimeout(timer)
      stop?.()
    }
  }, [client])
  return null
}
