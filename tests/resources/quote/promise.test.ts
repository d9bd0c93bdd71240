import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, isSunday } from '../../../resources/define/dates.ts'
import { promisedDay, promiseWords, usualDelivery } from '../../../resources/orders/quote/promise.ts'

const told = {
  cutOff: '15:00',
  late: false,
  leavesOn: '2026-04-06',
  lane: { cityId: 7, days: 1, dayType: 'WORKING' as const },
  defaultDays: 5,
  arrivesOn: '2026-04-07',
  askedFor: '2026-04-07',
  holidays: new Set<string>(),
}

describe('the source of a promised day', () => {
  it('is the cut-off of the plant, the days of transit and the calendar of the destination', () => {
    expect(promiseWords(told)).toEqual([
      'Ordered on 06-04-2026, before 15:00 of the plant.',
      '1 working day of transit from the plant to this city.',
      'Sundays and holidays of the destination do not count.',
      'So it arrives on 07-04-2026.',
    ])
  })

  it('names an order after the cut-off, a later requested day, and missing transit days', () => {
    const late = promiseWords({ ...told, late: true, lane: { cityId: null, days: 3, dayType: 'CALENDAR' } })
    expect(late.slice(0, 2)).toEqual([
      'It is later than 15:00, so it counts as ordered on 06-04-2026.',
      '3 calendar days of transit from the plant to this state.',
    ])
    expect(late).not.toContain('Sundays and holidays of the destination do not count.')
    const later = promiseWords({ ...told, lane: null, askedFor: '2026-04-20' })
    expect(later[1]).toBe('5 working days of transit, as wherever no Expected Delivery Days are kept.')
    expect(later.at(-1)).toBe('It could be there on 07-04-2026; 20-04-2026 was asked for.')
  })

  it('says why nothing is promised for a Sunday or a holiday', () => {
    // 12-04-2026 is a Sunday.
    const sunday = promiseWords({ ...told, askedFor: '2026-04-12', holidays: new Set(['2026-04-13']) })
    expect(sunday.at(-1)).toBe('12-04-2026 is a Sunday there, so 14-04-2026 is promised.')
    const holiday = promiseWords({ ...told, holidays: new Set(['2026-04-07']) })
    expect(holiday.at(-1)).toBe('07-04-2026 is a holiday there, so 08-04-2026 is promised.')
  })
})

describe('a day that the portal proposes or promises', () => {
  const day = fc.integer({ min: 0, max: 3000 }).map(days => addDays('2026-01-01', days))
  const daysOff = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 12 })

  it('is never a Sunday nor a holiday, and never earlier than the rules allow', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -20, max: 20 }), daysOff, (arrivesOn, apart, off) => {
        const holidays = new Set(off.map(days => addDays(arrivesOn, days)))
        const askedFor = addDays(arrivesOn, apart)
        for (const [found, least] of [
          [usualDelivery(arrivesOn, holidays), addDays(arrivesOn, 7)],
          [promisedDay(arrivesOn, askedFor, holidays), arrivesOn > askedFor ? arrivesOn : askedFor],
        ] as const) {
          expect(isSunday(found) || holidays.has(found)).toBe(false)
          expect(found >= least).toBe(true)
          for (let before = least; before < found; before = addDays(before, 1))
            expect(isSunday(before) || holidays.has(before)).toBe(true)
        }
      }),
    )
  })
})
