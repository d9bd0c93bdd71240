import { describe, expect, it } from 'vitest'
import { isRight } from '../../../admin/derive/grid/cell.tsx'
import { type ApiRow, rowText, textOf, valueText } from '../../../admin/derive/value-text.ts'
import { customerTarget } from '../../../resources/dealerdash/customer-target.ts'
import { numberSeries } from '../../../resources/settings/number-series.ts'

const { fy, month, targetValue } = customerTarget.fields
const target = (month: number) =>
  ({ fy: '2627', month, texts: { customerId: 'Vindhya', sbuId: 'LS' } }) as unknown as ApiRow
const monthShown = (row: ApiRow) => valueText(month, row.month, textOf(row, 'month', month))

describe('a target', () => {
  it('is read by its month with the year of the calendar, and by its financial year in words', () => {
    expect(monthShown(target(4))).toBe('Apr 2026')
    expect(monthShown(target(12))).toBe('Dec 2026')
    expect(monthShown(target(1))).toBe('Jan 2027')
    expect(valueText(fy, '2627')).toBe('2026-27')
    expect(valueText(numberSeries.fields.fy!, '2526')).toBe('2025-26')
    expect(rowText(customerTarget, { ...target(3), customerId: 7, sbuId: 1 })).toBe('Vindhya · LS · 2026-27 · Mar 2027')
  })

  it('names the month alone in a filter, which has no year, and what is no financial year as it stands', () => {
    expect(valueText(month, 4)).toBe('Apr')
    expect(valueText(fy, '2628')).toBe('2628')
  })

  it('has its months at the left, as words, and its numbers at the right', () => {
    expect([isRight(month), isRight(targetValue)]).toEqual([false, true])
  })
})
