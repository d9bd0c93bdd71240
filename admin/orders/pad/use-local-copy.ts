import { useEffect, useRef, useState } from 'react'
import type { HeaderBody } from '../../../resources/orders/order-input.ts'
import type { LineStore } from '../lines/line-store.ts'
import type { TrayRow } from '../paste/tray-rows.ts'
import { dropCopy, type LocalCopy, readCopy, saveCopy } from './local-copy.ts'

/** Milliseconds without typing before the device stores the content. */
const PAUSE_MS = 600

/**
 * Stores on this device what no draft holds yet, and removes it once saved; returns the copy of an earlier visit, to be
 * restored or discarded.
 */
export function useLocalCopy(pad: {
  key: string
  store: LineStore
  header: HeaderBody
  tray: readonly TrayRow[]
  isDirty: () => boolean
}) {
  const { key, store } = pad
  const latest = useRef(pad)
  latest.current = pad
  const [left, setLeft] = useState<LocalCopy | null>(() => readCopy(key))
  const unanswered = useRef(left !== null)
  const current = useRef(key)
  useEffect(() => {
    // The new order has become a draft, and its copy continues under the draft's id.
    if (current.current !== key) dropCopy(current.current)
    current.current = key
    let timer: ReturnType<typeof setTimeout> | undefined
    const write = () => {
      // An earlier copy stays until the person has restored or discarded it.
      if (unanswered.current) return
      const { header, tray, isDirty } = latest.current
      if (isDirty()) saveCopy(key, { header, lines: store.filled(), tray })
      else dropCopy(key)
    }
    const later = () => {
      clearTimeout(timer)
      timer = setTimeout(write, PAUSE_MS)
    }
    const leave = store.subscribe(later)
    const every = setInterval(later, 5_000)
    return () => {
      leave()
      clearTimeout(timer)
      clearInterval(every)
      // What was saved on leaving is no copy to come back to.
      write()
    }
  }, [key, store])
  function answer() {
    unanswered.current = false
    setLeft(null)
    dropCopy(key)
  }
  return { left, answer }
}
