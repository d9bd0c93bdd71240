import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, fyOf } from '../../../resources/define/dates.ts'
import { daysAsked, daysOf, isPeriod, PERIODS, type Period, periodText } from '../../../resources/define/periods.ts'

const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map(at => at.toISOString().slice(0, 10))

describe('relative periods', () => {
  it.each<[Period, string, [string, string]]>([
    ['today', '2026-11-20', ['2026-11-20', '2026-11-20']],
    ['yesterday', '2026-03-01', ['2026-02-28', '2026-02-28']],
    ['this-week', '2026-11-20', ['2026-11-16', '2026-11-22']],
    ['this-week', '2026-11-22', ['2026-11-16', '2026-11-22']],
    ['last-week', '2026-11-16', ['2026-11-09', '2026-11-15']],
    ['this-month', '2028-02-10', ['2028-02-01', '2028-02-29']],
    ['this-month', '2026-12-31', ['2026-12-01', '2026-12-31']],
    ['last-month', '2026-01-31', ['2025-12-01', '2025-12-31']],
    ['this-quarter', '2026-11-20', ['2026-10-01', '2026-12-31']],
    ['last-quarter', '2026-02-28', ['2025-10-01', '2025-12-31']],
    ['last-quarter', '2026-04-01', ['2026-01-01', '2026-03-31']],
    ['this-fy', '2026-03-31', ['2025-04-01', '2026-03-31']],
    ['this-fy', '2026-04-01', ['2026-04-01', '2027-03-31']],
    ['last-fy', '2026-11-20', ['2025-04-01', '2026-03-31']],
    ['last-7-days', '2026-11-20', ['2026-11-13', '2026-11-20']],
    ['next-30-days', '2026-12-20', ['2026-12-20', '2027-01-19']],
  ])('%s on %s', (period, today, days) => {
    expect(daysOf(period, today)).toEqual(days)
  })

  it('follow one another without a gap, whatever the day', () => {
    fc.assert(
      fc.property(day, today => {
        for (const [last, current] of [
          ['last-week', 'this-week'],
          ['last-month', 'this-month'],
          ['last-quarter', 'this-quarter'],
          ['last-fy', 'this-fy'],
        ] as const) {
          const [from, to] = daysOf(current, today)
          expect(addDays(daysOf(last, today)[1], 1)).toBe(from)
          expect(from <= today && today <= to).toBe(true)
        }
        const [from, to] = daysOf('this-fy', today)
        const quarter = daysOf('this-quarter', today)
        expect(from <= quarter[0] && quarter[1] <= to).toBe(true)
        expect([fyOf(from), fyOf(to)]).toEqual([fyOf(today), fyOf(today)])
      }),
    )
  })

  it('are recognised by their names, and shown as words', () => {
    expect(PERIODS.every(isPeriod)).toBe(true)
    for (const odd of ['', 'tomorrow', 'last-0-days', 'last--1-days', 'next-99999-days', 'this-year', 'constructor'])
      expect([odd, isPeriod(odd)]).toEqual([odd, false])
    expect(periodText('this-fy')).toBe('this financial year')
    expect(periodText('last-30-days')).toBe('last 30 days')
  })

  it('end today in a report that is compared with the year before, and only for its own period', () => {
    const sales = { compared: 'netSales', period: { field: 'day' } }
    const asked = (list: Parameters<typeof daysAsked>[0], field = 'day', period: Period = 'this-fy') =>
      daysAsked(list, field, period, '2026-11-20')
    expect(asked(sales)).toEqual(['2026-04-01', '2026-11-20'])
    expect(asked(sales, 'day', 'last-fy')).toEqual(['2025-04-01', '2026-03-31'])
    expect(asked(sales, 'dueDate')).toEqual(['2026-04-01', '2027-03-31'])
    expect(asked({ period: { field: 'day' } })).toEqual(['2026-04-01', '2027-03-31'])
    // What lies ahead as a whole stays as it is.
    expect(asked(sales, 'day', 'next-30-days')).toEqual(daysOf('next-30-days', '2026-11-20'))
  })
})
