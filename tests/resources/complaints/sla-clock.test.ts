import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pauseClock, restartClock, resumeClock, startClock } from '../../../resources/complaints/sla-clock.ts'
import { officeMinutes } from '../../../resources/define/dates.ts'

const none = new Set<string>()
/** Monday, 09:00 in India. */
const MONDAY = '2026-11-23T03:30:00.000Z'
const at = (minutes: number) => new Date(Date.parse('2026-11-01T00:00:00.000Z') + minutes * 60_000).toISOString()
const instants = fc.integer({ min: 0, max: 60 * 24 * 60 }).map(at)
const holidays = fc
  .array(fc.integer({ min: 1, max: 28 }), { maxLength: 4 })
  .map(days => new Set(days.map(day => `2026-11-${String(day).padStart(2, '0')}`)))

describe('the clock of a complaint', () => {
  it('gives 72 hours as eight days of nine hours, Sundays and holidays apart', () => {
    expect(startClock(MONDAY, 72, none).dueAt).toBe('2026-12-01T12:30:00.000Z')
    expect(startClock(MONDAY, 72, new Set(['2026-11-25'])).dueAt).toBe('2026-12-02T12:30:00.000Z')
  })

  it('moves what is due by the office time of a pause, not by its nights', () => {
    const started = startClock(MONDAY, 9, none)
    // Paused Monday 10:00, resumed Tuesday 10:00: nine office hours.
    const paused = pauseClock(started, '2026-11-23T04:30:00.000Z')
    const resumed = resumeClock(paused, '2026-11-24T04:30:00.000Z', none)
    expect(resumed).toEqual({ dueAt: '2026-11-24T12:30:00.000Z', pausedAt: null, pausedMinutes: 540 })
  })

  it('does not move for a pause over a Sunday', () => {
    const paused = pauseClock(startClock(MONDAY, 72, none), '2026-11-28T12:30:00.000Z')
    const resumed = resumeClock(paused, '2026-11-30T03:30:00.000Z', none)
    expect([resumed.dueAt, resumed.pausedMinutes]).toEqual(['2026-12-01T12:30:00.000Z', 0])
  })

  it('gives half of the hours when a complaint is reopened', () => {
    expect(restartClock(MONDAY, 9, none).dueAt).toBe('2026-11-23T08:00:00.000Z')
  })

  it('leaves as much office time after a pause as before it, whenever it began and ended', () => {
    fc.assert(
      fc.property(
        instants,
        fc.integer({ min: 1, max: 200 }),
        instants,
        instants,
        holidays,
        (from, hours, one, other, off) => {
          const [since, until] = [one, other].sort() as [string, string]
          const clock = startClock(from, hours, off)
          fc.pre(since <= clock.dueAt)
          const resumed = resumeClock(pauseClock(clock, since), until, off)
          expect(officeMinutes(until, resumed.dueAt, off)).toBe(officeMinutes(since, clock.dueAt, off))
          expect(resumed.dueAt >= clock.dueAt).toBe(true)
        },
      ),
    )
  })

  it('does not count a pause twice', () => {
    fc.assert(
      fc.property(instants, instants, instants, (from, since, later) => {
        const paused = pauseClock(startClock(from, 9, none), since)
        expect(pauseClock(paused, later)).toEqual(paused)
        const resumed = resumeClock(paused, later, none)
        expect(resumeClock(resumed, at(99_000), none)).toEqual(resumed)
      }),
    )
  })
})
