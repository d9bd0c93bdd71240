import { useEffect, useRef } from 'react'
import type { HeaderBody } from '../../../resources/orders/order-input.ts'
import type { LineStore } from '../lines/line-store.ts'

/** So long after a change the server keeps it. */
const WAIT = 3_000
/** So long after the server could not be reached it is tried again. */
const AGAIN = 15_000

export type Autosaved = 'saved' | 'nothing' | 'unreached' | 'stopped'

/** Saves a draft three seconds after a change, again and again while the server is out of reach, and not after it refused. */
export function useAutosave(store: LineStore, header: HeaderBody, save: () => Promise<Autosaved>) {
  const saver = useRef(save)
  saver.current = save
  const change = useRef<() => void>(() => undefined)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let seen = store.revision
    const soon = (wait: number) => {
      timer ??= setTimeout(async () => {
        timer = undefined
        if ((await saver.current()) === 'unreached') soon(AGAIN)
      }, wait)
    }
    change.current = () => soon(WAIT)
    const leave = store.subscribe(() => {
      if (store.revision === seen) return
      seen = store.revision
      soon(WAIT)
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
