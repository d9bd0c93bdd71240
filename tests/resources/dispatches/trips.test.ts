import { expect, it } from 'vitest'
import { instantOf } from '../../../resources/define/dates.ts'
import { shareByWeight } from '../../../resources/dispatches/freight-share.ts'
import { detentionOf } from '../../../resources/dispatches/trips/detention.ts'

const terms = { freeHours: 24, detentionPerHour: 15_000, detentionCap: null }

it('charges each hour begun beyond the free ones', () => {
  const stay = { from: instantOf('2026-11-27', '09:10'), to: instantOf('2026-11-28', '16:55') }
  expect(detentionOf(stay, terms)).toBe(120_000)
  expect(detentionOf(stay, { ...terms, detentionCap: 100_000 })).toBe(100_000)
  expect(detentionOf(stay, { ...terms, freeHours: 48 })).toBe(0)
})

it('counts from when the vehicle was planned, if it came sooner', () => {
  const [from, to] = [instantOf('2026-11-27', '09:10'), instantOf('2026-11-28', '16:55')]
  expect(detentionOf({ plannedAt: instantOf('2026-11-27', '16:55'), from, to }, terms)).toBe(0)
  expect(detentionOf({ plannedAt: instantOf('2026-11-26', '16:55'), from, to }, terms)).toBe(120_000)
})

it('knows no detention while a time or the terms are unknown', () => {
  const from = instantOf('2026-11-27', '09:10')
  expect(detentionOf({ from, to: null }, terms)).toBeNull()
  expect(detentionOf({ from, to: from }, { ...terms, detentionPerHour: null })).toBeNull()
})

it('shares the freight of a trip over its LRs by charged weight', () => {
  const parts = [1_240_000, 860_500, 398_500].map(weight => ({ weight, value: 1 }))
  expect(shareByWeight(2_850_000 + 2 * 60_000, parts)).toEqual([1_473_710, 1_022_683, 473_607])
})
