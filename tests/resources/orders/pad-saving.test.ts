import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { padLine } from '../../../admin/orders/lines/line-store.ts'
import { copyKey, dropCopy, readCopy, saveCopy } from '../../../admin/orders/pad/local-copy.ts'
import type { HeaderBody } from '../../../resources/orders/order-input.ts'

const header = { shipToId: 1, remarks: 'Call before' } as HeaderBody
const copy = { header, lines: [padLine({ typed: 'LS-1', qty: 5000 })], tray: [] }

describe('the local copy of an order pad', () => {
  const kept = new Map<string, string>()
  beforeEach(() => {
    kept.clear()
    vi.useFakeTimers()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('belongs to one person and one draft, or to a new order of one customer', () => {
    const keys = [
      copyKey(1, { orderId: 5, customerId: 9 }),
      copyKey(2, { orderId: 5, customerId: 9 }),
      copyKey(1, { orderId: null, customerId: 9 }),
      copyKey(1, { orderId: null, customerId: 5 }),
    ]
    expect(new Set(keys).size).toBe(4)
  })

  it('is restored until it is discarded or a week old', () => {
    saveCopy('key', copy)
    expect(readCopy('key')).toMatchObject({ header, lines: [{ typed: 'LS-1', qty: 5000 }], tray: [] })
    vi.advanceTimersByTime(8 * 86_400_000)
    expect(readCopy('key')).toBeNull()
    saveCopy('key', copy)
    dropCopy('key')
    expect(readCopy('key')).toBeNull()
  })

  it('is ignored when it cannot be read', () => {
    kept.set('key', '{broken')
    expect(readCopy('key')).toBeNull()
    kept.set('key', '{"at":"2026-11-20T00:00:00.000Z"}')
    expect(readCopy('key')).toBeNull()
  })
})
