import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ComparedRow, keyDifferences } from '../../../resources/define/compare.ts'
import { addDays, validOn } from '../../../resources/define/dates.ts'

const START = '2026-01-01'
const day = fc.integer({ min: 0, max: 60 }).map(days => addDays(START, days))
/** Successive rows of one key, some after a gap. */
const line = fc.array(fc.record({ gap: fc.nat(10), days: fc.nat(20) }), { maxLength: 4 }).map(parts => {
  let at = START
  return parts.map(({ gap, days }) => {
    const validFrom = addDays(at, gap)
    const validTo = addDays(validFrom, days)
    at = addDays(validTo, 1)
    return { validFrom, validTo }
  })
})
const rows = fc
  .array(line, { maxLength: 6 })
  .map(lines => lines.flatMap((periods, key) => periods.map(period => ({ ...period, key: `key ${key}` }))))
  .map(all => all.map((row, index): ComparedRow => ({ ...row, id: index + 1 })))

describe('two days of a dated master', () => {
  it('differ by exactly the rows in effect on only one of them, paired by their key', () => {
    fc.assert(
      fc.property(rows, day, fc.integer({ min: 1, max: 30 }), (all, from, days) => {
        const to = addDays(from, days)
        const [first, second] = [from, to].map(on => all.filter(row => validOn(row, on)))
        const found = keyDifferences(
          all.filter(row => validOn(row, from) !== validOn(row, to)),
          from,
        )
        const idOn = (some: ComparedRow[], key: string) => some.find(row => row.key === key)?.id ?? null
        const expected = [...new Set(all.map(({ key }) => key))].flatMap(key => {
          const [before, after] = [idOn(first!, key), idOn(second!, key)]
          if (before === after) return []
          return [{ before, after, kind: before === null ? 'ADDED' : after === null ? 'ENDED' : 'CHANGED' }]
        })
        expect(found.toSorted(byIds)).toEqual(expected.toSorted(byIds))
      }),
    )
  })
})

const byIds = (one: Ids, other: Ids) => (one.before ?? one.after)! - (other.before ?? other.after)!
type Ids = { before: number | null; after: number | null }
