import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sum } from '../../../resources/define/amounts.ts'
import { dayOf, timeOf } from '../../../resources/define/dates.ts'
import { ewayEnd, ewayThreshold, extensionWindow, hoursLeft } from '../../../resources/dispatches/eway.ts'
import { type BilledGoods, nothingSent, partOf, remainingQty, type Sent } from '../../../resources/dispatches/parts.ts'

const goods = fc
  .array(
    fc.record({
      qty: fc.integer({ min: 1, max: 1_000_000 }),
      grossWeightKg: fc.nat(10_000_000),
      value: fc.nat(100_000_000),
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
            const asked = [...left].map(([invoiceLineId, qty]) => ({
              invoiceLineId,
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
            const own = parts.flatMap(({ items }) => items.filter(item => item.invoiceLineId === line.id))
            expect(sum(own.map(({ qty }) => qty))).toBe(line.qty)
            expect(sum(own.map(({ weightKg }) => weightKg))).toBe(line.grossWeightKg)
          }
          expect(remainingQty(lines, sent).size).toBe(0)
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('weigh and are worth their share', () => {
    const lines = [{ id: 1, qty: 10_000, grossWeightKg: 25_000, value: 118_000 }]
    const first = partOf(lines, 118_000, nothingSent, [{ invoiceLineId: 1, qty: 3_000 }])
    expect(first).toMatchObject({ weightKg: 7_500, value: 35_400, completes: false })
  })
})

describe('an e-way bill', () => {
  it('is asked from the amount of the state for goods that stay in it, from the general one across its border', () => {
    expect(ewayThreshold({ fromStateId: 27, toStateId: 27 }, 10_000_000, 5_000_000)).toBe(10_000_000)
    expect(ewayThreshold({ fromStateId: 27, toStateId: 27 }, null, 5_000_000)).toBe(5_000_000)
    expect(ewayThreshold({ fromStateId: 27, toStateId: 15 }, 1_000_000, 5_000_000)).toBe(5_000_000)
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
