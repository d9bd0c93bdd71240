import { createContext, useContext, useSyncExternalStore } from 'react'
import type { LineStore, PadColumn } from '../lines/line-store.ts'

/** What every row of the order pad shares; never changes while the pad is open, so that rows need not render for it. */
export interface Pad {
  store: LineStore
  customerId: number
  /** Whether the person chooses the plant of a row himself, instead of the rules. */
  choosesPlant: boolean
  /** Puts the focus into a cell, scrolling its row into sight. */
  focus: (key: string, column: PadColumn) => void
  /** Takes a pasted list in, before the given row. */
  paste: (text: string, key?: string) => void
  /** Asks the server which product has the code that was typed in a row. */
  resolve: (key: string) => void
  explain: (key: string) => void
  /** Opens what the columns of a row do not show. */
  detail: (key: string) => void
  /** The number of the draft; what is on the pad is saved first where there is none yet. */
  keptId: () => Promise<number | null>
  /** Puts another product, by its code, on a row. */
  instead: (key: string, code: string) => void
}

export const PadContext = createContext<Pad | undefined>(undefined)

export function usePad(): Pad {
  const pad = useContext(PadContext)
  if (!pad) throw new Error('Only rows of the order pad know their pad')
  return pad
}

/** One row of the pad, rendered anew when it changes and not when others do. */
export const useLine = ({ store }: Pad, key: string) => useSyncExternalStore(store.subscribe, () => store.line(key))
export const useQuotedLine = ({ store }: Pad, key: string) =>
  useSyncExternalStore(store.subscribe, () => store.quotedLine(key))
export const useKeys = (store: LineStore) => useSyncExternalStore(store.subscribe, store.keys)
export const useCount = (store: LineStore) => useSyncExternalStore(store.subscribe, store.count)
export const useAnswer = (store: LineStore) => useSyncExternalStore(store.subscribe, store.answer)

/** The id of a cell's control, for labels, links and focus. */
export const cellId = (key: string, column: PadColumn) => `pad-${key}-${column}`
