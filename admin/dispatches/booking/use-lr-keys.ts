import type { InputRef } from 'antd'
import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { LR_NO } from './lr-form.tsx'

/** A list of choices, or a calendar, that Esc closes. */
const OPEN = ['select', 'picker'].map(of => `.ant-${of}-dropdown:not(.ant-${of}-dropdown-hidden)`).join()

/** The ways by key between the list and the LR: Alt + L goes to its number, Esc in it comes back to the find box. */
export function useLrKeys(desk: {
  box: RefObject<InputRef | null>
  isChosen: () => boolean
  /** Where both do not stand side by side: whether the LR is shown. */
  onStep: (isAtForm: boolean) => void
}) {
  const latest = useRef(desk)
  latest.current = desk
  // Where somebody was who asked for the LR before it was there: whoever went on from there stays.
  const from = useRef<Element | null>(null)

  const onReady = useCallback(() => {
    const field = document.getElementById(LR_NO)
    if (!from.current || !field) return
    const isStill = document.activeElement === from.current || document.activeElement === document.body
    from.current = null
    if (isStill) field.focus()
  }, [])
  const go = useCallback(() => {
    from.current = document.activeElement
    latest.current.onStep(true)
    // The step is drawn first.
    setTimeout(onReady)
  }, [onReady])
  const toFind = useCallback(() => {
    latest.current.onStep(false)
    setTimeout(() => latest.current.box.current?.focus({ cursor: 'all' }))
  }, [])

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      if (event.altKey && event.code === 'KeyL' && !event.ctrlKey && latest.current.isChosen()) {
        event.preventDefault()
        go()
      } else if (event.key === 'Escape' && target.closest('.lr-side') && !document.querySelector(OPEN)) toFind()
    }
    // Before a list of choices closes, so that Esc closes that first.
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [go, toFind])
  return { go, onReady, toFind }
}
