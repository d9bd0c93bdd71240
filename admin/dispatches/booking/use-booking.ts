import { useEffect, useRef, useState } from 'react'
import { MOST_ON_LR } from '../../../resources/dispatches/lr-faults.ts'
import { type Chosen, withMore, without } from './chosen.ts'
import type { LineValues, LrValues } from './lr-values.ts'

/** What of an LR is chosen and typed so far; its lines by `waitingKey`. It outlives every change of the choice. */
export interface Typed {
  chosen: readonly Chosen[]
  edited: LrValues
  lines: Readonly<Record<string, Partial<LineValues>>>
}
const nothing: Typed = { chosen: [], edited: {}, lines: {} }

/** What is typed after an LR is saved: what repeats from it. */
export const repeating = (edited: LrValues): Typed => ({ ...nothing, edited })

/** Takes what is chosen and typed further. */
function actsOn(now: { current: Typed }, show: (typed: Typed) => void) {
  const change = (changes: Partial<Typed>) => {
    // Scans follow each other faster than the page is drawn.
    now.current = { ...now.current, ...changes }
    show(now.current)
  }
  const choose = (chosen: readonly Chosen[]) => change({ chosen: chosen.slice(0, MOST_ON_LR) })
  return {
    change,
    chosenNow: () => now.current.chosen,
    choose,
    add: (one: Chosen) => choose(withMore(now.current.chosen, [one])),
    leaveOut: (gone: readonly Pick<Chosen, 'id' | 'deliveryId'>[]) =>
      change({ chosen: without(now.current.chosen, gone) }),
    setValues: (changes: LrValues) => change({ edited: { ...now.current.edited, ...changes } }),
    setLine: (line: string, changes: Partial<LineValues>) =>
      change({ lines: { ...now.current.lines, [line]: { ...now.current.lines[line], ...changes } } }),
  }
}
export type BookingActs = ReturnType<typeof actsOn>

/** The LR that is being entered. This tab keeps it, so that a page that is loaded again goes on with it. */
export function useBooking(key: string) {
  const [restored] = useState(() => readTyped(key))
  const [typed, setTyped] = useState(restored ?? nothing)
  const now = useRef(typed)
  const [acts] = useState(() => actsOn(now, setTyped))
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something is typed
  useEffect(() => {
    const write = () => keepTyped(key, now.current)
    // Somebody who is still typing need not wait for the device.
    const timer = setTimeout(write, 300)
    addEventListener('pagehide', write)
    return () => {
      clearTimeout(timer)
      removeEventListener('pagehide', write)
    }
  }, [key, typed])
  return { typed, acts, isRestored: (restored?.chosen.length ?? 0) > 0 }
}

/** The key of a person's LR in this tab. */
export const bookingKey = (personId: number) => `bilty-lr/${personId}`

function readTyped(key: string): Typed | null {
  try {
    const kept: Typed | null = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return kept && Array.isArray(kept.chosen) ? { ...nothing, ...kept } : null
  } catch {
    return null
  }
}

function keepTyped(key: string, typed: Typed) {
  try {
    if (typed.chosen.length === 0 && Object.keys(typed.edited).length === 0) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(typed))
  } catch {
    // A device that keeps nothing loses it with the page.
  }
}
