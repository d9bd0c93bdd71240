import type { HeaderBody } from '../../../resources/orders/order-input.ts'
import type { PadLine } from '../lines/line-store.ts'
import type { TrayRow } from '../paste/tray-rows.ts'

/** Pad content that no draft holds yet, as stored on this device: while offline, or until it can be saved. */
export interface LocalCopy {
  at: string
  header: HeaderBody
  lines: readonly PadLine[]
  tray: readonly TrayRow[]
}

const PREFIX = 'bilty-order-pad'
/** Older copies are outdated, since prices and drafts have changed. */
const MAX_DAYS = 7

/** The key of a person's copy for a draft, or for a new order of a customer. */
export const copyKey = (personId: number, of: { orderId: number | null; customerId: number }) =>
  `${PREFIX}/${personId}/${of.orderId === null ? `new-${of.customerId}` : of.orderId}`

/** The copy under a key; null when it is absent, too old or unreadable. */
export function readCopy(key: string): LocalCopy | null {
  try {
    const copy: LocalCopy | null = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (!copy || !Array.isArray(copy.lines) || Date.parse(copy.at) < Date.now() - MAX_DAYS * 86_400_000) return null
    return copy
  } catch {
    return null
  }
}

/** Stores a copy; where that fails, removes the older one. */
export function saveCopy(key: string, copy: Omit<LocalCopy, 'at'>) {
  try {
    localStorage.setItem(key, JSON.stringify({ ...copy, at: new Date().toISOString() }))
  } catch {
    localStorage.removeItem(key)
  }
}

export const dropCopy = (key: string) => localStorage.removeItem(key)
