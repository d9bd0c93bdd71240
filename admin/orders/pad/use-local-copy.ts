import { useEffect, useRef, useState } from 'react'
import type { HeaderBody } from '../../../resources/orders/order-input.ts'
import type { LineStore } from '../lines/line-store.ts'
import type { TrayRow } from '../paste/paste-rows.ts'
import { dropCopy, keepCopy, type LocalCopy, readCopy } from './local-copy.ts'

/** Milliseconds of quiet before the device keeps what was typed. */
const QUIET = 600

/**
 * Keeps on this device what no draft holds yet, and takes it away once it is saved; gives what an earlier visit left, to
 * be taken over or thrown away.
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
    // What was a new order is a draft now, and its copy goes on under the draft's number.
    if (current.current !== key) dropCopy(current.current)
    current.current = key
    let timer: ReturnType<typeof setTimeout> | undefined
    const write = () => {
      // What is left from before stays until the person has said what becomes of it.
      if (unanswered.current) return
      const { header, tray, isDirty } = latest.current
      if (isDirty()) keepCopy(key, { header, lines: store.filled(), tray })
      else dropCopy(key)
    }
    const later = () => {
      clearTimeout(timer)
      timer = setTimeout(write, QUIET)
    }
    const leave = store.subscribe(later)
    const every = setInterval(later, 5_000)
    return () => {
      leave()
      clearTimeout(timer)
      clearInterval(every)
    }
  }, [key, store])
  function answer() {
    unanswered.current = false
    setLeft(null)
    dropCopy(key)
  }
  return { left, answer }
}
