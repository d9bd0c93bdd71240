import { describe, expect, it } from 'vitest'
import { changeText, commitText, endedPeriod, planSentences } from '../../../admin/derive/import/import-words.ts'
import { integer, money } from '../../../resources/define/fields.ts'

const none = { rowsNew: 0, rowsChanged: 0, closing: 0, endReplaced: false, mode: 'UPSERT', periods: null } as const
const on = (day: string, last = day) => ({ first: day, last })

describe('what an import says before it is saved', () => {
  it('names what starts and what new rows end, and when', () => {
    const periods = { starts: on('2026-12-01'), ends: on('2026-11-30') }
    const plan = { ...none, rowsNew: 3, closing: 3, endReplaced: true, periods }
    expect(planSentences(plan)).toEqual([
      '3 rows are new and start on 01-12-2026.',
      '3 rows that new ones replace end on 30-11-2026.',
    ])
    expect(commitText(plan)).toBe('Import 3 rows, end 3 rows')
  })

  it('names what a sync closes in other words, and that rows without a period become inactive', () => {
    const plan = { ...none, mode: 'SYNC', rowsChanged: 1, closing: 1 } as const
    expect(planSentences(plan)).toEqual(['1 row is changed.', '1 row that the file lacks becomes inactive.'])
    expect(commitText(plan)).toBe('Import 1 row, close 1 row')
    expect(commitText({ ...plan, rowsChanged: 0 })).toBe('Close 1 row')
    const dated = { ...plan, closing: 2, periods: { starts: null, ends: on('2026-11-28', '2026-11-29') } }
    expect(planSentences(dated)[1]).toBe('2 rows that the file lacks end between 28-11-2026 and 29-11-2026.')
  })

  it('counts the days of a row that ends, and says by how much an amount changes', () => {
    expect(endedPeriod({ from: '2025-04-01', was: '9999-12-31', until: '2026-11-30', next: null })).toBe(
      '01-04-2025 to 30-11-2026, 609 days (was: no end)',
    )
    expect(changeText(money(), 238_00, 246_00)).toBe('+ 3.36 %')
    expect(changeText(money(), 100_00, 90_00)).toBe('− 10.00 %')
    expect([changeText(money(), 0, 90_00), changeText(integer(), 1, 2)]).toEqual(['', ''])
  })
})
