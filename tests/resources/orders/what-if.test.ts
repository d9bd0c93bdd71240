import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type LineOutcome,
  type OrderOutcome,
  orderDifference,
  summarise,
  whatIfWords,
} from '../../../resources/orders/what-if/what-if.ts'

const line = (more: Partial<LineOutcome> = {}): LineOutcome => ({
  lineNo: 10,
  product: 'LS-1001',
  priceSource: 'LIST',
  netPrice: 90_000,
  priceUnit: 1,
  limitPrice: null,
  plant: '1201 Bhiwandi',
  sourceRule: 'SBU_CNF',
  grossValue: 10_000_000,
  ...more,
})
const outcome = (lines: LineOutcome[], people: string[] | null = null): OrderOutcome => ({
  lines,
  approvals: people === null ? [] : [{ step: 'LIMIT', title: 'Limit', people, missing: people.length === 0 }],
})
const sum = (differences: Parameters<typeof summarise>[0]) => ({
  ...summarise(differences),
  looked: { orders: 2, lines: 3 },
  named: 3,
})

describe('the impact of a changed master on an order', () => {
  it('is empty when the outcome is the same', () => {
    expect(orderDifference(outcome([line()], ['Meena']), outcome([line()], ['Meena']))).toBeUndefined()
  })

  it('lists its lines with another price, limit price or plant, and their values', () => {
    const after = [line({ netPrice: 80_000, grossValue: 9_000_000 }), line({ lineNo: 20 })]
    expect(orderDifference(outcome([line(), line({ lineNo: 20 })]), outcome(after))).toMatchObject({
      lines: [{ lineNo: 10 }],
      value: 10_000_000,
      change: -1_000_000,
      newly: [],
      stops: false,
    })
  })

  it('lists approvals that it newly needs, no longer needs, or that others decide', () => {
    const [none, meena, joseph] = [outcome([line()]), outcome([line()], ['Meena']), outcome([line()], ['Joseph'])]
    expect(orderDifference(none, meena)!.newly).toEqual(['Limit by Meena'])
    expect(orderDifference(meena, none)!.noLonger).toEqual(['Limit'])
    expect(orderDifference(meena, joseph)!.others).toEqual(['Limit by Joseph'])
    expect(orderDifference(none, outcome([line()], []))).toMatchObject({ newly: ['Limit by no approver'], stops: true })
  })

  it('reports an order that would find no price or plant', () => {
    expect(orderDifference(outcome([line()]), outcome([line({ plant: null, sourceRule: null })]))!.stops).toBe(true)
    expect(orderDifference(outcome([line()]), outcome([line({ priceSource: null })]))!.stops).toBe(true)
  })

  it('tells what becomes of an order that waits and stands on the row, even where the masters decide the same', () => {
    const fate = { kind: 'STOPS', text: 'Stops with an error at its next decision' } as const
    const waiting = orderDifference(outcome([line()]), outcome([line()]), fate)!
    expect(waiting).toMatchObject({ lines: [], fate })
    const asked = { ...waiting, fate: { kind: 'ASKED', text: 'Ravi is asked' } as const, isDraft: false }
    expect(whatIfWords(sum([{ ...waiting, isDraft: false }, asked]))).toEqual([
      '2 orders wait on it: 1 stops with an error at the next decision, the approver of the contract is asked about 1.',
    ])
  })

  it('is described in sentences with the sums', () => {
    const touched = orderDifference(outcome([line()]), outcome([line({ netPrice: 1 })], ['Meena']))!
    const words = whatIfWords(
      sum([
        { ...touched, isDraft: false },
        { ...touched, isDraft: true },
      ]),
    )
    expect(words).toEqual([
      'Affects 2 lines of 1 open order and 1 draft (₹ 2,00,000.00).',
      '2 orders would newly need approval.',
    ])
    expect(whatIfWords(sum([]))).toEqual(['No open orders or drafts are affected.'])
    expect(whatIfWords({ ...sum([]), named: 5000 }).at(-1)).toBe(
      'Only the newest 3 lines of 5,000 lines were looked at.',
    )
  })

  it('adds up: the sums are those of its orders', () => {
    const prices = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(prices, prices, (before, after) => {
        const made = (values: number[]) =>
          outcome(values.map((netPrice, index) => line({ lineNo: index, netPrice, grossValue: netPrice })))
        const count = Math.min(before.length, after.length)
        const found = orderDifference(made(before.slice(0, count)), made(after.slice(0, count)))
        const expected = before.slice(0, count).filter((value, index) => value !== after[index])
        expect(found?.lines.length ?? 0).toBe(expected.length)
        const all = summarise(found ? [{ ...found, isDraft: true }] : [])
        expect(all.value).toBe(expected.reduce((total, value) => total + value, 0))
        const change = after.slice(0, count).reduce((total, value, index) => total + value - before[index]!, 0)
        expect(all.change).toBe(change)
      }),
    )
  })
})
