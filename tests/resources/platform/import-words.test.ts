import { describe, expect, it } from 'vitest'
import {
  changeText,
  commitText,
  endedPeriod,
  outcomeText,
  planSentences,
} from '../../../admin/derive/import/import-words.ts'
import { integer, money } from '../../../resources/define/fields.ts'

const none = { rowsNew: 0, rowsChanged: 0, closing: 0, endReplaced: false, mode: 'UPSERT', periods: null } as const
const on = (day: string, last = day) => ({ first: day, last })

const TODAY = '2026-11-30'

describe('what an import says before it is saved', () => {
  it('names what starts and what new rows end, and when', () => {
    const periods = { starts: on('2026-12-01'), ends: on('2026-11-30') }
    const plan = { ...none, rowsNew: 3, closing: 3, endReplaced: true, periods }
    expect(planSentences(plan)).toEqual([
      '3 rows are new and start on 01-12-2026.',
      '3 rows that new ones replace end on 30-11-2026.',
    ])
    expect(commitText(plan, 'customer price', TODAY)).toBe('Add 3 customer prices from 1 Dec, end 3')
  })

  it('names what a sync closes in other words, and that rows without a period become inactive', () => {
    const plan = { ...none, mode: 'SYNC', rowsChanged: 1, closing: 1 } as const
    expect(planSentences(plan)).toEqual(['1 row is changed.', '1 row that the file lacks becomes inactive.'])
    expect(commitText(plan, 'city', TODAY)).toBe('Change 1 city, close 1')
    expect(commitText({ ...plan, rowsChanged: 214 }, 'CnF of an SBU', TODAY)).toBe('Change 214 CnFs of an SBU, close 1')
    const dated = { ...plan, closing: 2, periods: { starts: null, ends: on('2026-11-28', '2026-11-29') } }
    expect(planSentences(dated)[1]).toBe('2 rows that the file lacks end between 28-11-2026 and 29-11-2026.')
  })

  it('says in a sentence what becomes of the rows, and became of them', () => {
    const job = {
      ...none,
      round: null,
      rowsTotal: 229,
      rowsChanged: 214,
      closing: 3,
      rowsFailed: 2,
      held: 0,
      rowsSame: 13,
      warned: 1,
    }
    expect(outcomeText(job, false)).toBe(
      '229 rows in the file: 214 change, 3 end, 2 need correction, 13 stay as they are, 1 has a warning.',
    )
    expect(outcomeText(job, true)).toBe(
      '229 rows in the file: 214 were changed, 3 ended, 2 were left out, 13 stayed as they were, 1 had a warning.',
    )
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
