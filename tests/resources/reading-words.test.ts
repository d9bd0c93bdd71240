import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { durationWords, percentRead, secondsText, wayOn } from '../../resources/platform/reading-words.ts'

describe('a reading from SAP', () => {
  it('says what to do when it failed or left rows out, and nothing when all is well', () => {
    const ended = (status: 'OK' | 'PARTIAL' | 'FAILED', errorClass: string | null, rowsFailed = 0) =>
      wayOn({ status, errorClass, rowsFailed })
    expect(ended('OK', null)).toBeNull()
    expect(ended('PARTIAL', null, 3)).toMatch(/Review the rows that were left out/)
    expect(ended('FAILED', 'GUARD_TRIPPED')).toMatch(/^Nothing was changed\. .*deactivate them in their master/)
    expect(ended('FAILED', 'AUTH')).toMatch(/IT administrator/)
    expect(ended('FAILED', 'CANCELLED')).toMatch(/saved so far are kept/)
    expect(ended('FAILED', 'TECH')).toMatch(/did not answer/)
    expect(ended('FAILED', 'anything else')).toMatch(/did not answer/)
  })

  it('is never more than whole, and has no percentage where SAP does not say how many rows there are', () => {
    expect(percentRead({ rowsRead: 5, rowsTotal: null })).toBeNull()
    expect(percentRead({ rowsRead: 5, rowsTotal: 0 })).toBeNull()
    expect(percentRead({ rowsRead: 12_000, rowsTotal: 45_000 })).toBe(26)
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (rowsRead, rowsTotal) => {
        const percent = percentRead({ rowsRead, rowsTotal })
        if (percent !== null) expect(percent >= 0 && percent <= 100 && Number.isInteger(percent)).toBe(true)
      }),
    )
  })

  it('tells how long it took, and the span of the last ones', () => {
    expect(durationWords([])).toBeNull()
    expect(durationWords([3.4])).toBe('Took 3.4 s')
    expect(durationWords([12.2, 200, 0.4])).toBe('Took 0.4 s; 0.4 s to 3 min 20 s in the last 3 readings')
    expect(secondsText(59.7)).toBe('1 min 0 s')
  })
})
