import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rolesHolding } from '../../../resources/capabilities.ts'
import { rolesDeciding } from '../../../resources/orders/approvals/approvers-by-step.ts'
import { type PastTask, usualHours } from '../../../resources/orders/approvals/usual-hours.ts'
import { creatorRoles } from '../../../resources/orders/order-process.ts'

const task = (hours: number, step: PastTask['step'] = 'MY_APPROVAL', sbuId = 1): PastTask => ({
  step,
  sbuId,
  createdAt: '2026-04-01T04:00:00.000Z',
  actedAt: new Date(Date.parse('2026-04-01T04:00:00.000Z') + hours * 3_600_000).toISOString(),
})

describe('the usual duration of decisions', () => {
  it('is the median of past ones, for each SBU and kind', () => {
    const usual = usualHours([task(1), task(30), task(2), task(5, 'LIMIT'), task(7, 'LIMIT'), task(6, 'LIMIT')])
    expect(usual.get('1/MY_APPROVAL')).toEqual({ hours: 2, tasks: 3 })
    expect(usual.get('1/LIMIT')).toEqual({ hours: 6, tasks: 3 })
  })

  it('is not derived from one or two', () => {
    expect(usualHours([task(1), task(2)]).size).toBe(0)
  })

  it('is between the shortest and the longest', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 3, maxLength: 40 }), hours => {
        const { hours: middle } = usualHours(hours.map(each => task(each))).get('1/MY_APPROVAL')!
        expect(middle).toBeGreaterThanOrEqual(Math.min(...hours))
        expect(middle).toBeLessThanOrEqual(Math.max(...hours))
      }),
    )
  })
})

it('people who place or decide orders may simulate them', () => {
  expect(rolesHolding('simulateOrders')).toEqual(
    expect.arrayContaining([...creatorRoles, ...Object.values(rolesDeciding).flat()]),
  )
})
