import { describe, expect, it } from 'vitest'
import { newsNow } from '../../resources/dispatches/shipment-news.ts'

const day = { expectedOn: '2026-11-25', bookedOn: '2026-11-20', eventOn: '2026-11-20', today: '2026-11-20' }
const late = { ...day, expectedOn: '2026-11-18', eventOn: '2026-11-17' }

describe('news of a shipment', () => {
  it('promise no day that is past when the LR is booked', () => {
    expect(newsNow('BOOKED', day)).toBe('BOOKED')
    expect(newsNow('BOOKED', { ...day, expectedOn: '2026-11-20' })).toBe('BOOKED')
    expect(newsNow('BOOKED', late)).toBe('BOOKED_LATE')
  })

  it('announce neither a delay nor an arrival of goods that had their day before the booking', () => {
    expect(newsNow('DELAYED', { ...day, today: '2026-11-26' })).toBe('DELAYED')
    expect(newsNow('DELAYED', late)).toBeNull()
    for (const one of ['DELIVERED', 'UNDELIVERED', 'RETURNED'] as const) {
      expect(newsNow(one, late)).toBeNull()
      expect(newsNow(one, { ...late, eventOn: '2026-11-20' })).toBe(one)
      expect(newsNow(one, day)).toBe(one)
    }
  })

  it('say that goods are out for delivery on that day alone', () => {
    expect(newsNow('OUT_FOR_DELIVERY', day)).toBe('OUT_FOR_DELIVERY')
    expect(newsNow('OUT_FOR_DELIVERY', { ...day, today: '2026-11-21' })).toBeNull()
  })
})
