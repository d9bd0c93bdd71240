import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DatedPrice, type RecordPeriods, reorganised } from '../../../api/sap/goods/price-timeline.ts'
import { addDays, FOREVER } from '../../../resources/define/dates.ts'

const today = '2026-11-23'
const tables = ['304', '305']
const price = (
  record: string | null,
  validFrom: string,
  validTo: string,
  paise: number,
  table: string | null = '304',
): DatedPrice => ({ record, table, validFrom, validTo, price: paise, per: 1, unit: 'EA' })
const told = (record: string, ...periods: DatedPrice[]): RecordPeriods => ({ record, periods })
const reading = (stored: DatedPrice[], ...records: RecordPeriods[]) => reorganised(stored, records, { today, tables })

describe('the prices of a product in a channel', () => {
  const whole = price('1', '2026-04-01', FOREVER, 100)

  it('begin with the first day that SAP has, where the portal had none', () => {
    expect(reading([], told('1', whole))).toEqual([whole])
  })

  it('of years before fill the days that had none, in whichever order they come', () => {
    const before = price('0', '2025-04-01', '2026-03-31', 90)
    expect(reading(reading([], told('1', whole)), told('0', before))).toEqual([before, whole])
    expect(reading(reading([], told('0', before)), told('1', whole))).toEqual([before, whole])
  })

  it('stay as they are where SAP changed nothing', () => {
    expect(reading([whole], told('1', whole))).toEqual([whole])
  })

  it('end yesterday and begin today where a rate was overwritten in place', () => {
    expect(reading([whole], told('1', { ...whole, price: 120 }))).toEqual([
      { ...whole, validTo: '2026-11-22' },
      { ...whole, validFrom: today, price: 120 },
    ])
  })

  it('are corrected where the rate is overwritten a second time on the same day', () => {
    const stored = [
      { ...whole, validTo: '2026-11-22' },
      { ...whole, validFrom: today, price: 120 },
    ]
    expect(reading(stored, told('1', { ...whole, price: 130 }))).toEqual([
      stored[0],
      { ...whole, validFrom: today, price: 130 },
    ])
  })

  it('that begin in the future stay, and what comes before them ends there', () => {
    const next = price('2', '2027-01-01', FOREVER, 110)
    expect(reading([whole], told('2', next))).toEqual([{ ...whole, validTo: '2026-12-31' }, next])
  })

  it('are split where SAP put a month between, whichever record comes first', () => {
    const december = price('2', '2026-12-01', '2026-12-31', 90)
    const split = [
      { ...whole, validTo: '2026-11-30' },
      { ...whole, validFrom: '2027-01-01' },
    ]
    const expected = [split[0], december, split[1]]
    const [first, second] = [told('1', ...split), told('2', december)]
    expect(reading(reading([whole], first), second)).toEqual(expected)
    expect(reading(reading([whole], second), first)).toEqual(expected)
    expect(reading([whole], second, first)).toEqual(expected)
  })

  it('end yesterday where the record was deleted, and those to come never begin', () => {
    expect(reading([whole], told('1'))).toEqual([{ ...whole, validTo: '2026-11-22' }])
    expect(reading([price('1', '2027-01-01', FOREVER, 100)], told('1'))).toEqual([])
  })

  it('that were imported become those of the record that continues them', () => {
    expect(reading([price(null, '2026-04-01', FOREVER, 100, null)], told('1', whole))).toEqual([whole])
  })

  it('of an earlier table come before those of a later one', () => {
    const weaker = price('9', '2026-01-01', FOREVER, 80, '305')
    const both = [{ ...weaker, validTo: '2026-03-31' }, whole]
    expect(reading([whole], told('9', weaker))).toEqual(both)
    expect(reading(both, told('9', weaker), told('1', whole))).toEqual(both)
    expect(reading([weaker], told('1', { ...whole, validFrom: '2026-12-01' }))).toEqual([
      { ...weaker, validTo: '2026-11-30' },
      { ...whole, validFrom: '2026-12-01' },
    ])
  })
})

const start = '2026-10-01'
const day = fc.integer({ min: 0, max: 120 }).map(days => addDays(start, days))
/** What SAP can hold of one key in one table: records whose periods do not overlap. */
const inSap = fc
  .uniqueArray(day, { minLength: 0, maxLength: 6 })
  .chain(days =>
    fc.tuple(
      fc.constant(days.toSorted()),
      fc.array(
        fc.record({
          record: fc.constantFrom('1', '2', '3'),
          paise: fc.integer({ min: 1, max: 3 }),
          isGiven: fc.boolean(),
        }),
        {
          minLength: days.length,
          maxLength: days.length,
        },
      ),
    ),
  )
  .map(([days, rows]) =>
    rows.flatMap(({ record, paise, isGiven }, index) =>
      isGiven ? [price(record, days[index]!, days[index + 1] ? addDays(days[index + 1]!, -1) : FOREVER, paise)] : [],
    ),
  )
const recordsOf = (rows: readonly DatedPrice[]): RecordPeriods[] =>
  ['1', '2', '3'].map(record => told(record, ...rows.filter(row => row.record === record)))
const priceOn = (rows: readonly DatedPrice[], on: string) => {
  const found = rows.filter(row => row.validFrom <= on && on <= row.validTo)
  expect(found.length).toBeLessThanOrEqual(1)
  return found[0]?.price
}
const days = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => addDays(today, from + at))

describe('whatever SAP has', () => {
  it('its prices count from today on, and the days before answer what they answered', () => {
    fc.assert(
      fc.property(inSap, inSap, fc.shuffledSubarray([0, 1, 2], { minLength: 3 }), (before, now, order) => {
        const stored = reading([], ...recordsOf(before))
        const records = recordsOf(now)
        // One record a transaction, in any order.
        const then = order.reduce((rows, at) => reading(rows, records[at]!), stored)
        for (const on of days(0, 80)) expect(priceOn(then, on)).toBe(priceOn(now, on))
        for (const on of days(-60, 0)) if (priceOn(stored, on)) expect(priceOn(then, on)).toBe(priceOn(stored, on))
      }),
    )
  })

  it('a second reading changes nothing', () => {
    fc.assert(
      fc.property(inSap, inSap, (before, now) => {
        const once = reading(reading([], ...recordsOf(before)), ...recordsOf(now))
        expect(recordsOf(now).reduce((rows, record) => reading(rows, record), once)).toEqual(once)
      }),
    )
  })
})
