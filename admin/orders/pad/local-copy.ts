import type { HeaderBody } from '../../../resources/orders/order-input.ts'
import type { PadLine } from '../lines/line-store.ts'
import type { TrayRow } from '../paste/paste-rows.ts'

/** What a pad held that no draft holds yet, as this device keeps it: while offline, or until it can be saved. */
export interface LocalCopy {
  at: string
  header: HeaderBody
  lines: readonly PadLine[]
  tray: readonly TrayRow[]
}

const PREFIX = 'bilty-order-pad'
/** Older copies are of no use: prices and drafts have gone on. */
const MOST_DAYS = 7

/** The copy of a person's pad for a draft, or for a new order of a customer. */
export const copyKey = (personId: number, of: { orderId: number | null; customerId: number }) =>
  `${PREFIX}/${personId}/${of.orderId === null ? `new-${of.customerId}` : of.orderId}`

/** The copy under a key, unless it is too old or unreadable. */
export function readCopy(key: string): LocalCopy | null {
  try {
    const copy: LocalCopy | null = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (!copy || !Array.isArray(copy.lines) || Date.parse(copy.at) < Date.now() - MOST_DAYS * 86_400_000) return null
    return copy
  } catch {
    return null
  }
}

/** Keeps a copy; where the device is full or forbids it, there is none. */
export function keepCopy(key: string, copy: Omit<LocalCopy, 'at'>) {
  try {
    localStorage.setItem(key, JSON.stringify({ ...copy, at: new Date().toISOString() }))
  } catch {
    localStorage.removeItem(key)
  }
}

export const dropCopy = (key: string) => localStorage.removeItem(key)
