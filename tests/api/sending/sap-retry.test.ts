import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  dayOfSap,
  fromSapAmount,
  fromSapQuantity,
  sapDate,
  toSapAmount,
  toSapQuantity,
} from '../../../api/sap/http/odata.ts'
import {
  admit,
  afterCall,
  type Breaker,
  closedBreaker,
  failuresToPause,
  nextAttemptAt,
  pauseMs,
} from '../../../api/sap/sending/retry.ts'
import { plainCode, sapCode } from '../../../resources/sap/codes.ts'

const now = '2026-11-20T06:30:00.000Z'
const later = (ms: number) => new Date(Date.parse(now) + ms).toISOString()
const minutesAfter = (minutes: number) => later(minutes * 60_000)

describe('retrying', () => {
  it('waits 1, 2, 5, 15, 30, 60 and 120 minutes, and then gives up', () => {
    const waits = [1, 2, 3, 4, 5, 6, 7].map(attempts => nextAttemptAt(attempts, now, 0.5))
    expect(waits).toEqual([1, 2, 5, 15, 30, 60, 120].map(minutesAfter))
    expect(nextAttemptAt(8, now, 0.5)).toBeNull()
  })

  it('varies by at most a fifth of the wait', () => {
    const waits = [1, 2, 5, 15, 30, 60, 120]
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 7 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempts, random) => {
        const ms = Date.parse(nextAttemptAt(attempts, now, random)!) - Date.parse(now)
        const wait = waits[attempts - 1]! * 60_000
        expect(ms).toBeGreaterThanOrEqual(wait * 0.8)
        expect(ms).toBeLessThanOrEqual(wait * 1.2)
      }),
    )
  })
})

describe('the circuit breaker', () => {
  const failed = (times: number, from: Breaker = closedBreaker) =>
    Array.from({ length: times }).reduce<Breaker>(breaker => afterCall(breaker, 'TECH', now), from)

  it('pauses for five minutes after five technical failures in a row', () => {
    expect(admit(failed(4), now).admitted).toBe(true)
    expect(admit(failed(5), now).admitted).toBe(false)
    expect(admit(failed(5), later(pauseMs - 1)).admitted).toBe(false)
    expect(admit(failed(5), later(pauseMs)).admitted).toBe(true)
  })

  it('counts failed sign-ins like technical failures', () => {
    expect(admit(afterCall(failed(4), 'AUTH', now), now).admitted).toBe(false)
  })

  it('lets one probe through after the pause, and no other until the probe has reported', () => {
    const probe = admit(failed(5), later(pauseMs))
    expect(probe.admitted).toBe(true)
    expect(admit(probe.breaker, later(pauseMs + 1)).admitted).toBe(false)
    expect(admit(afterCall(probe.breaker, null, later(pauseMs + 1)), later(pauseMs + 1)).admitted).toBe(true)
    expect(admit(afterCall(probe.breaker, 'TECH', later(pauseMs + 1)), later(2 * pauseMs)).admitted).toBe(false)
  })

  it('lets another probe through when the first one never reports', () => {
    const lost = admit(failed(5), later(pauseMs))
    expect(admit(lost.breaker, later(2 * pauseMs)).admitted).toBe(true)
  })

  it('counts a business refusal as an answer, and ignores an unknown outcome', () => {
    expect(afterCall(failed(4), 'BUSINESS', now)).toEqual(closedBreaker)
    expect(afterCall(failed(4), 'UNKNOWN', now).failures).toBe(4)
    expect(admit(afterCall(afterCall(failed(4), 'UNKNOWN', now), 'TECH', now), now).admitted).toBe(false)
  })

  it('leaves SAP alone for as long as it asks, without waiting for five failures', () => {
    const resting = afterCall(closedBreaker, 'TECH', now, 900_000)
    expect(admit(resting, later(899_999)).admitted).toBe(false)
    expect(admit(resting, later(900_000)).admitted).toBe(true)
    expect(nextAttemptAt(1, now, 0.5, 900_000)).toBe(later(900_000))
    expect(nextAttemptAt(7, now, 0.5, 900_000)).toBe(minutesAfter(120))
  })

  it('never shortens a pause, whatever SAP answers to the calls that were on their way', () => {
    const waits = fc.array(fc.option(fc.integer({ min: 1, max: 3_600_000 })), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(waits, retryAfters => {
        let breaker = closedBreaker
        for (const wait of retryAfters) {
          const next = afterCall(breaker, 'TECH', now, wait)
          expect((next.pausedUntil ?? '') >= (breaker.pausedUntil ?? '')).toBe(true)
          expect(next.failures).toBe(breaker.failures + 1)
          breaker = next
        }
      }),
    )
  })

  it('is paused exactly when the last failures in a row are five or more', () => {
    const outcomes = fc.array(fc.constantFrom('TECH' as const, 'AUTH' as const, 'BUSINESS' as const, null), {
      maxLength: 40,
    })
    fc.assert(
      fc.property(outcomes, history => {
        const breaker = history.reduce<Breaker>((state, outcome) => afterCall(state, outcome, now), closedBreaker)
        const inARow = history.length - 1 - history.findLastIndex(outcome => outcome === null || outcome === 'BUSINESS')
        expect(admit(breaker, now).admitted).toBe(inARow < failuresToPause)
      }),
    )
  })
})

describe("SAP's way of writing", () => {
  it('writes 450 rupees as 450.00, 200 pieces as 200.000, five paise as 0.05', () => {
    expect([toSapAmount(45_000), toSapQuantity(200_000), toSapAmount(5), toSapAmount(-1)]).toEqual([
      '450.00',
      '200.000',
      '0.05',
      '-0.01',
    ])
  })

  it('reads back every amount and quantity it wrote', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), value => {
        expect(fromSapAmount(toSapAmount(value))).toBe(value)
        expect(fromSapQuantity(toSapQuantity(value))).toBe(value)
      }),
    )
  })

  it('rounds what SAP gives beyond the paisa half up, and refuses what is no decimal text', () => {
    expect([fromSapAmount('1.005'), fromSapAmount('1.004999'), fromSapAmount('-1.005'), fromSapAmount('7')]).toEqual([
      101, 100, -101, 700,
    ])
    for (const bad of ['', 'abc', '1,5', 1.5, null, '1e3']) expect(() => fromSapAmount(bad)).toThrow(RangeError)
  })

  it('keeps the day of a date and the code of a customer', () => {
    expect(dayOfSap(sapDate('2026-11-20'))).toBe('2026-11-20')
    expect([sapCode('1234'), sapCode('C12'), plainCode('0000001234'), plainCode('C012')]).toEqual([
      '0000001234',
      'C12',
      '1234',
      'C012',
    ])
  })
})
