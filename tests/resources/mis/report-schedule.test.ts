import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../../../resources/define/dates.ts'
import { ordersReport } from '../../../resources/mis/orders/orders.ts'
import { changedRows, nextMailing } from '../../../resources/mis/report-schedule.ts'
import { fixedAddress, periodIn } from '../../../resources/platform/saved-query.ts'

describe('a report by mail', () => {
  it.each([
    ['DAILY', null, '2026-11-30', '2026-12-01'],
    ['WEEKLY', 1, '2026-11-26', '2026-11-30'],
    ['WEEKLY', 4, '2026-11-26', '2026-12-03'],
    ['WEEKLY', 7, '2026-11-28', '2026-11-29'],
    ['MONTHLY', 1, '2026-12-01', '2027-01-01'],
    ['MONTHLY', 28, '2027-02-27', '2027-02-28'],
    ['MONTHLY', 5, '2026-11-26', '2026-12-05'],
  ] as const)('%s on day %s comes after %s on %s', (frequency, dayNo, after, next) => {
    expect(nextMailing({ frequency, dayNo }, after)).toBe(next)
  })

  it('comes after today, and at most a month later', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4000 }),
        fc.constantFrom('DAILY' as const, 'WEEKLY' as const, 'MONTHLY' as const),
        fc.integer({ min: 1, max: 7 }),
        (ahead, frequency, dayNo) => {
          const day = addDays('2024-01-01', ahead)
          const next = nextMailing({ frequency, dayNo }, day)
          expect(next > day && next <= addDays(day, 31)).toBe(true)
        },
      ),
    )
  })

  it('keeps the days that its relative dates were', () => {
    expect(periodIn(ordersReport, 'f.orderDate=within.last-month', '2026-11-26')).toEqual(['2026-10-01', '2026-10-31'])
    expect(periodIn(ordersReport, '', '2026-11-26')).toEqual(['2026-11-01', '2026-11-30'])
    expect(fixedAddress(ordersReport, 'f.status=in.APPROVED', '2026-11-26')).toBe(
      'f.status=in.APPROVED&f.orderDate=between.2026-11-01%7E2026-11-30',
    )
  })
})

describe('a restatement', () => {
  const rows = fc
    .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: -1_000_000_000, max: 1_000_000_000 })), {
      selector: ([id]) => id,
    })
    .map(list => list.map(([id, value]): [number, string, number] => [id, `INV${id}`, value]))
  const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)

  it('names the documents whose differences are that of the figure, and no other', () => {
    fc.assert(
      fc.property(rows, rows, (before, after) => {
        const changed = changedRows(before, after)
        const difference = sum(after.map(row => row[2])) - sum(before.map(row => row[2]))
        expect(sum(changed.map(({ was, now }) => (now ?? 0) - (was ?? 0)))).toBe(difference)
        for (const { was, now } of changed) expect(was).not.toBe(now)
        expect(changedRows(before, before)).toEqual([])
      }),
    )
  })
})
