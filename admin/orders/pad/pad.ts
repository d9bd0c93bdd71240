import { createContext, useContext, useSyncExternalStore } from 'react'
import type { HeaderBody } from '../../../resources/orders/order-input.ts'
import type { LineStore, PadColumn } from '../lines/line-store.ts'

/** What became of the text of a row: a product, none or several; nothing where it was changed meanwhile or not answered. */
export type LookedUp = 'taken' | 'none' | 'several' | 'nothing'

/** What all rows of the order pad share; it never changes while the pad is open, so that rows do not render for it. */
export interface Pad {
  store: LineStore
  customerId: number
  /** Whether the person chooses the plant of a row, instead of the rules. */
  choosesPlant: boolean
  /** Whether the person reads what a plant has. */
  showsStock: boolean
  /** Focuses a cell, scrolling its row into view. */
  focus: (key: string, column: PadColumn) => void
  /** Inserts a pasted list before the given row. */
  paste: (text: string, key?: string) => void
  /** Waits for what is offered for the text of a row, and takes the product that it means. */
  lookUp: (key: string) => Promise<LookedUp>
  explain: (key: string) => void
  /** Opens the details of a row, at a field where one is meant. */
  openDetails: (key: string, field?: string) => void
  /** The header as it is quoted; null until it can be. */
  quoteHeader: () => HeaderBody | null
  /** The id of the draft; saves the pad first where there is none yet. */
  savedId: () => Promise<number | null>
  /** Replaces the product of a row, by code. */
  substitute: (key: string, code: string) => void
}

export const PadContext = createContext<Pad | undefined>(undefined)

export function usePad(): Pad {
  const pad = useContext(PadContext)
  if (!pad) throw new Error('Only rows of the order pad know their pad')
  return pad
}

/** One row of the pad; renders only when that row changes. */
export const useLine = ({ store }: Pad, key: string) => useSyncExternalStore(store.subscribe, () => store.line(key))
export const useQuotedLine = ({ store }: Pad, key: string) =>
  useSyncExternalStore(store.subscribe, () => store.quotedLine(key))
export const useKeys = (store: LineStore) => useSyncExternalStore(store.subscribe, store.keys)
export const useCount = (store: LineStore) => useSyncExternalStore(store.subscribe, store.count)
export const useInstruction = (store: LineStore) => useSyncExternalStore(store.subscribe, store.instruction)
export const useAnswer = (store: LineStore) => useSyncExternalStore(store.subscribe, store.answer)

/** The id of a cell's control, for labels, links and focus. */
export const cellId = (key: string, column: PadColumn) => `pad-${key}-${column}`
