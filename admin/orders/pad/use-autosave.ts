import { useEffect, useRef } from 'react'
import type { HeaderBody } from '../../../resources/orders/order-input.ts'
import type { LineStore } from '../lines/line-store.ts'

/** Milliseconds after a change until the server saves it. */
const DELAY_MS = 3_000
/** Milliseconds until the next attempt while the server cannot be reached. */
const RETRY_MS = 15_000

export type AutosaveResult = 'saved' | 'nothing' | 'unreached' | 'stopped'

/**
 * Saves a draft three seconds after a change; retries while the server cannot be reached, and stops after a refusal.
 */
export function useAutosave(store: LineStore, header: HeaderBody, save: () => Promise<AutosaveResult>) {
  const saver = useRef(save)
  saver.current = save
  const change = useRef<() => void>(() => undefined)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let seen = store.revision
    const soon = (wait: number) => {
      timer ??= setTimeout(async () => {
        timer = undefined
        if ((await saver.current()) === 'unreached') soon(RETRY_MS)
      }, wait)
    }
    change.current = () => soon(DELAY_MS)
    const leave = store.subscribe(() => {
      if (store.revision === seen) return
      seen = store.revision
      soon(DELAY_MS)
    })
    const back = () => {
      clearTimeout(timer)
      timer = undefined
      soon(0)
    }
    window.addEventListener('online', back)
    return () => {
      leave()
      clearTimeout(timer)
      window.removeEventListener('online', back)
    }
  }, [store])
  const first = useRef(header)
  useEffect(() => {
    if (first.current !== header) change.current()
    first.current = header
  }, [header])
}
