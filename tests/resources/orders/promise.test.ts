import { describe, expect, it } from 'vitest'
import { promiseWords } from '../../../resources/orders/quote/promise.ts'

const told = {
  cutOff: '15:00',
  late: false,
  leavesOn: '2026-04-06',
  lane: { cityId: 7, days: 1, dayType: 'WORKING' as const },
  defaultDays: 5,
  arrivesOn: '2026-04-07',
  askedFor: '2026-04-07',
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
})
