import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sum } from '../../../resources/define/amounts.ts'
import { dayOf, timeOf } from '../../../resources/define/dates.ts'
import {
  type EwayRule,
  ewayEnd,
  ewayNeed,
  extensionWindow,
  hoursLeft,
  needsEway,
} from '../../../resources/dispatches/eway.ts'
import { type BilledGoods, nothingSent, partOf, remainingQty, type Sent } from '../../../resources/dispatches/parts.ts'

const goods = fc
  .array(
    fc.record({
      qty: fc.integer({ min: 1, max: 1_000_000 }),
      grossWeightKg: fc.nat(10_000_000),
      value: fc.nat(100_000_000),
      isExempt: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map(lines => lines.map((line, index): BilledGoods => ({ ...line, id: index + 1 })))

describe('the parts of an invoice', () => {
  it('add up to its quantities, weight and value, however it is divided', () => {
    fc.assert(
      fc.property(
        goods,
        fc.nat(200_000_000),
        fc.array(fc.integer({ min: 1, max: 99 }), { maxLength: 5 }),
        (lines, gross, cuts) => {
          let sent: Sent = nothingSent
          const parts = []
          for (const cut of [...cuts, 100]) {
            const left = remainingQty(lines, sent)
            const asked = [...left].map(([goodsId, qty]) => ({
              goodsId,
              qty: Math.floor((qty * cut) / 100),
            }))
            const part = partOf(lines, gross, sent, cut === 100 ? undefined : asked)
            parts.push(part)
            sent = {
              items: [...sent.items, ...part.items],
              packages: 0,
              value: sent.value + part.value,
              lrs: sent.lrs + 1,
            }
          }
          expect(parts.at(-1)!.completes).toBe(true)
          expect(sum(parts.map(({ value }) => value))).toBe(gross)
          for (const line of lines) {
            const own = parts.flatMap(({ items }) => items.filter(item => item.goodsId === line.id))
            expect(sum(own.map(({ qty }) => qty))).toBe(line.qty)
            expect(sum(own.map(({ weightKg }) => weightKg))).toBe(line.grossWeightKg)
          }
          expect(remainingQty(lines, sent).size).toBe(0)
          for (const { value, ewayValue } of parts) expect(ewayValue).toBeLessThanOrEqual(value)
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('weigh and are worth their share', () => {
    const lines = [{ id: 1, qty: 10_000, grossWeightKg: 25_000, value: 118_000, isExempt: false }]
    const first = partOf(lines, 118_000, nothingSent, [{ goodsId: 1, qty: 3_000 }])
    expect(first).toMatchObject({ weightKg: 7_500, value: 35_400, completes: false })
  })
})

describe('the value that an e-way bill counts', () => {
  const line = (id: number, value: number, isExempt: boolean): BilledGoods => ({
    ...{ id, value, isExempt },
    ...{ qty: 10_000, grossWeightKg: 1_000 },
  })
  const taxed = line(1, 30_000_00, false)
  const exempt = line(2, 40_000_00, true)

  it('leaves exempt goods of a mixed invoice out (rule 138(1), explanation 2)', () => {
    const whole = partOf([taxed, exempt], 70_000_00, nothingSent)
    expect([whole.value, whole.ewayValue]).toEqual([70_000_00, 30_000_00])
  })

  it('is that of all goods where all are exempt, or none is', () => {
    expect(partOf([exempt], 40_000_00, nothingSent).ewayValue).toBe(40_000_00)
    expect(partOf([taxed], 30_000_00, nothingSent).ewayValue).toBe(30_000_00)
  })

  it('counts what goes of the taxable goods, with their share of freight and rounding', () => {
    const half = [
      { goodsId: 1, qty: 5_000 },
      { goodsId: 2, qty: 10_000 },
    ]
    expect(partOf([taxed, exempt], 70_000_00, nothingSent, half).ewayValue).toBe(15_000_00)
    expect(partOf([taxed, exempt], 77_000_00, nothingSent).ewayValue).toBe(33_000_00)
    expect(partOf([taxed, exempt], 70_000_00, nothingSent, [{ goodsId: 2, qty: 10_000 }]).ewayValue).toBe(0)
  })
})

describe('an e-way bill', () => {
  const rule = (movement: EwayRule['movement'], amount: number | null, more: Partial<EwayRule> = {}): EwayRule => ({
    ...{ stateId: null, goodsClass: 'ALL', isUnconfirmed: false },
    ...{ movement, amount },
    ...more,
  })
  const rules = [
    rule('BETWEEN_STATES', 50_000_00),
    rule('WITHIN_STATE', 60_000_00),
    rule('WITHIN_STATE', 1_00_000_00, { stateId: 8 }),
    rule('WITHIN_CITY', 2_00_000_00, { stateId: 8 }),
    rule('WITHIN_STATE', null, { stateId: 1 }),
    rule('WITHIN_STATE', 40_000_00, { stateId: 23, isUnconfirmed: true }),
    rule('WITHIN_STATE', 80_000_00, { stateId: 23, goodsClass: 'MEDICINES' }),
  ]
  const need = (from: number, to: number, more: { city?: number; areDrugs?: boolean } = {}) =>
    ewayNeed(rules, {
      ...{ fromStateId: from, fromCityId: 5, toStateId: to, toCityId: more.city ?? 6 },
      areDrugs: more.areDrugs ?? false,
    })

  it('is asked from the amount between states, of the state, and within a city of it', () => {
    expect(need(8, 27).above).toBe(50_000_00)
    expect(need(27, 27).above).toBe(60_000_00)
    expect(need(27, 27, { city: 5 }).above).toBe(60_000_00)
    expect(need(8, 8).above).toBe(1_00_000_00)
    expect(need(8, 8, { city: 5 }).above).toBe(2_00_000_00)
    expect(need(1, 1).above).toBeNull()
    expect(need(1, 8).above).toBe(50_000_00)
  })

  it('is asked of medicines by a row of their own, and says which amounts are not confirmed', () => {
    expect(need(23, 23)).toEqual({ above: 40_000_00, isUnconfirmed: true, stateId: 23 })
    expect(need(23, 23, { areDrugs: true })).toEqual({ above: 80_000_00, isUnconfirmed: false, stateId: 23 })
  })

  it('is asked from ₹ 50,000 by law where nobody entered an amount, and never where none is needed', () => {
    expect(
      ewayNeed([], { fromStateId: 1, toStateId: 1, fromCityId: null, toCityId: null, areDrugs: false }).above,
    ).toBe(50_000_00)
    expect([needsEway(50_000_00, 50_000_00), needsEway(50_000_01, 50_000_00), needsEway(9e12, null)]).toEqual([
      false,
      true,
      false,
    ])
  })

  it('ends at midnight, a day for each 200 km or part of it after its vehicle was entered', () => {
    const at = '2026-11-20T06:30:00.000Z'
    const end = (km: number, a = 200) => {
      const instant = ewayEnd(at, km, a)
      return `${dayOf(instant)} ${timeOf(instant)}`
    }
    expect(end(200)).toBe('2026-11-21 23:59')
    expect(end(201)).toBe('2026-11-22 23:59')
    expect(end(1)).toBe('2026-11-21 23:59')
    expect(end(201, 20)).toBe('2026-12-01 23:59')
    // After half past six in the evening of UTC it is the next day in India.
    expect(dayOf(ewayEnd('2026-11-20T19:00:00.000Z', 100, 200))).toBe('2026-11-22')
  })

  it('says how many hours it has left, and when it can be extended', () => {
    const validTo = '2026-11-21T18:29:00.000Z'
    expect(hoursLeft(validTo, '2026-11-21T06:30:00.000Z')).toBe(11)
    expect(hoursLeft(validTo, '2026-11-21T18:30:00.000Z')).toBe(-1)
    expect(extensionWindow(validTo, 8)).toEqual({ from: '2026-11-21T10:29:00.000Z', to: '2026-11-22T02:29:00.000Z' })
  })
})
