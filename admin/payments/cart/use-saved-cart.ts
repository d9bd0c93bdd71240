import { useEffect, useRef, useState } from 'react'
import type { CartAnswer } from '../../../resources/payments/commands/cart.ts'
import { ask } from '../../derive/command/ask.ts'
import { isRefusal } from '../../shell/api.ts'
import { saveCart } from './cart-api.ts'
import { cartLinesOf, type EnteredLines, enteredOf } from './cart-lines.ts'

/** Milliseconds after the last change until the cart is saved. */
const PAUSE_MS = 800

/** How the last save went. */
export type SaveState = 'saved' | 'saving' | 'theirs' | { failed: string }

/**
 * What is entered in a cart, saved shortly after each change. When a colleague saved first, their cart takes the place
 * of what is on the screen.
 */
export function useSavedCart(first: CartAnswer) {
  const [answer, setAnswer] = useState(first)
  const [entered, setEntered] = useState<EnteredLines>(() => enteredOf(first.items))
  const [state, setState] = useState<SaveState>('saved')
  const now = useRef({ answer, entered, dirty: false })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const chain = useRef<Promise<boolean>>(Promise.resolve(true))

  function take(next: CartAnswer, lines?: EnteredLines) {
    now.current = { ...now.current, answer: next, ...(lines && { entered: lines }) }
    setAnswer(next)
    if (lines) setEntered(lines)
  }

  async function send(): Promise<boolean> {
    const { answer: lastAnswer, entered: lines } = now.current
    now.current.dirty = false
    setState('saving')
    try {
      take(
        await ask(saveCart, { rowVersion: lastAnswer.cart?.rowVersion, items: cartLinesOf(lastAnswer.items, lines) }),
      )
      setState('saved')
      return true
    } catch (error) {
      if (!isRefusal(error)) throw error
      const theirs = error.code === 'STALE_ROW' ? (error.data.theirs as CartAnswer | undefined) : undefined
      if (theirs) {
        now.current.dirty = false
        take(theirs, enteredOf(theirs.items))
        setState('theirs')
      } else {
        now.current.dirty = true
        setState({ failed: error.message })
      }
      return false
    }
  }

  /** Saves what is not saved yet, one request after the other; false when something else is on the screen than was entered. */
  function flush(): Promise<boolean> {
    clearTimeout(timer.current)
    chain.current = chain.current.then(() => (now.current.dirty ? send() : true))
    return chain.current
  }
  const latest = useRef(flush)
  latest.current = flush

  function change(make: (old: EnteredLines) => EnteredLines) {
    const next = make(now.current.entered)
    now.current = { ...now.current, entered: next, dirty: true }
    setEntered(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void latest.current(), PAUSE_MS)
  }

  // What was entered a moment before the page is left is saved too.
  useEffect(() => () => void latest.current(), [])
  return { answer, entered, change, flush, state }
}
