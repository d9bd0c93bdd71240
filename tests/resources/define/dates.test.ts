import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  addWorkingDays,
  dayOf,
  daysBetween,
  FOREVER,
  fyOf,
  instantOf,
  isDay,
  isInstant,
  isSunday,
  timeOf,
  validOn,
} from '../../../resources/define/dates.ts'

const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map(at => at.toISOString().slice(0, 10))
const instant = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map(at => at.toISOString())

describe('a business day', () => {
  it.each(['2026-04-01', '2028-02-29', FOREVER])('%s is one', text => {
    expect(isDay(text)).toBe(true)
  })

  it.each(['2026-02-29', '2026-13-01', '00-00-0000', '01-04-2026', '2026-4-1', '2026-04-01T00:00', 'today', ''])(
    '“%s” is not one',
    text => {
      expect(isDay(text)).toBe(false)
    },
  )

  it('begins at midnight in India, which is half past six in the evening before in UTC', () => {
    expect(instantOf('2026-04-01')).toBe('2026-03-31T18:30:00.000Z')
    expect(dayOf('2026-03-31T18:29:59.999Z')).toBe('2026-03-31')
    expect(dayOf('2026-03-31T18:30:00.000Z')).toBe('2026-04-01')
    expect(timeOf('2026-04-01T05:30:00.000Z')).toBe('11:00')
  })

  it('is derived from its first and its last minute', () => {
    fc.assert(
      fc.property(day, some => {
        expect(dayOf(instantOf(some))).toBe(some)
        expect(dayOf(instantOf(some, '23:59'))).toBe(some)
        expect(timeOf(instantOf(some, '18:05'))).toBe('18:05')
      }),
    )
  })

  it('has an instant in UTC for every moment', () => {
    fc.assert(
      fc.property(instant, at => {
        expect(isInstant(at)).toBe(true)
        expect(isDay(dayOf(at))).toBe(true)
      }),
    )
    expect(isInstant('2026-04-01T05:30:00Z')).toBe(false)
    expect(isInstant('2026-13-01T05:30:00.000Z')).toBe(false)
  })
})

describe('counting days', () => {
  it('forwards and backwards returns to the same day', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -4000, max: 4000 }), (some, days) => {
        expect(addDays(addDays(some, days), -days)).toBe(some)
        expect(daysBetween(some, addDays(some, days))).toBe(days)
      }),
    )
  })

  it('sorts as text in the order of the calendar', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 4000 }), (some, days) => {
        expect(addDays(some, days) > some).toBe(true)
      }),
    )
  })
})

describe('working days', () => {
  it('leave out Sundays and holidays', () => {
    expect(isSunday('2026-11-22')).toBe(true)
    expect(addWorkingDays('2026-11-20', 2, new Set())).toBe('2026-11-23')
    expect(addWorkingDays('2026-11-20', 2, new Set(['2026-11-23']))).toBe('2026-11-24')
    expect(addWorkingDays('2026-11-20', 0, new Set())).toBe('2026-11-20')
  })

  it('never end on a day off, and skip the given number of working days', () => {
    fc.assert(
      fc.property(
        day,
        fc.integer({ min: 1, max: 60 }),
        fc.array(fc.integer({ min: 1, max: 80 }), { maxLength: 10 }),
        (from, days, off) => {
          const holidays = new Set(off.map(offset => addDays(from, offset)))
          const reached = addWorkingDays(from, days, holidays)
          expect(isSunday(reached) || holidays.has(reached)).toBe(false)
          let worked = 0
          for (let at = addDays(from, 1); at <= reached; at = addDays(at, 1))
            if (!isSunday(at) && !holidays.has(at)) worked++
          expect(worked).toBe(days)
        },
      ),
    )
  })
})

describe('a financial year', () => {
  it.each([
    ['2026-04-01', '2627'],
    ['2027-03-31', '2627'],
    ['2026-03-31', '2526'],
    ['2099-04-01', '9900'],
  ])('of %s is %s', (some, fy) => {
    expect(fyOf(some)).toBe(fy)
  })

  it('changes only on the first of April', () => {
    fc.assert(
      fc.property(day, some => {
        expect(fyOf(some) !== fyOf(addDays(some, -1))).toBe(some.endsWith('-04-01'))
      }),
    )
  })
})

it('a dated row is in effect from its first to its last day, both included', () => {
  const row = { validFrom: '2026-04-01', validTo: '2027-03-31' }
  expect(['2026-03-31', '2026-04-01', '2027-03-31', '2027-04-01'].map(some => validOn(row, some))).toEqual([
    false,
    true,
    true,
    false,
  ])
})
