import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DisputeSubject, disputeProcess } from '../../../resources/complaints/dispute-process.ts'
import type { DisputeStatus } from '../../../resources/complaints/dispute-states.ts'
import {
  acceptedStatus,
  amountFault,
  disputedOf,
  openAmountOf,
} from '../../../resources/complaints/disputed-amounts.ts'
import { type Actor, stepsFor } from '../../../resources/define/process/process.ts'
import { statesOf } from '../../../resources/define/process/states.ts'

const subject = (over: Partial<DisputeSubject> = {}): DisputeSubject => ({
  status: 'OPEN',
  proposedAmount: null,
  proposedById: null,
  byId: 7,
  ...over,
})
const stepsOf = (over: Partial<DisputeSubject>, ...actors: Actor[]) =>
  stepsFor(disputeProcess, subject(over), actors).steps

describe('the steps of a dispute', () => {
  it.each<[DisputeStatus, string[], string[]]>([
    ['OPEN', ['take', 'reassign'], ['withdraw']],
    ['UNDER_REVIEW', ['accept', 'reject', 'ask', 'reassign'], ['withdraw']],
    ['WAITING_CUSTOMER', ['reply', 'reassign'], ['reply', 'withdraw']],
    ['ACCEPTED', ['enterCredit', 'reassign'], []],
    ['PARTLY_ACCEPTED', ['enterCredit', 'reassign'], []],
    ['REJECTED', ['close'], []],
    ['CREDIT_NOTE_ISSUED', ['close'], []],
    ['CLOSED', [], []],
    ['WITHDRAWN', [], []],
  ])('while it is %s are for Finance %j, and for the customer %j', (status, finance, buyer) => {
    expect(stepsOf({ status }, 'FINANCE')).toEqual(finance)
    expect(stepsOf({ status }, 'CUSTOMER')).toEqual(buyer)
    expect(stepsOf({ status }, 'DISTRIBUTOR')).toEqual(buyer)
    expect(stepsOf({ status }, 'SALES_MANAGER')).toEqual([])
  })

  it('wait for a sales manager who is another person once an amount is to be confirmed', () => {
    const waiting = { status: 'UNDER_REVIEW', proposedAmount: 60_000_00, proposedById: 8 } as const
    expect(stepsOf(waiting, 'FINANCE')).toEqual(['reassign'])
    expect(stepsOf(waiting, 'SALES_MANAGER')).toEqual(['confirm', 'sendBack'])
    expect(stepsOf({ ...waiting, byId: 8 }, 'FINANCE', 'SALES_MANAGER')).toEqual(['reassign'])
    expect(stepsOf(waiting, 'CUSTOMER')).toEqual(['withdraw'])
  })

  it('that wait for a rule are told with its reason, and those that are none of the dispute are not', () => {
    const waitsOf = (over: Partial<DisputeSubject>, ...actors: Actor[]) =>
      stepsFor(disputeProcess, subject({ status: 'UNDER_REVIEW', ...over }), actors).waits.map(({ step, why }) => [
        step,
        why.split(' ').slice(0, 3).join(' '),
      ])
    const waiting = { proposedAmount: 60_000_00, proposedById: 7 }
    expect(waitsOf(waiting, 'FINANCE').map(([step]) => step)).toEqual(['accept', 'reject', 'ask'])
    expect(waitsOf(waiting, 'SALES_MANAGER')).toEqual([
      ['confirm', 'Another person must'],
      ['sendBack', 'Another person must'],
    ])
    expect(waitsOf({}, 'SALES_MANAGER')).toEqual([])
  })
})

describe('the amount', () => {
  it('decides whether all or a part is accepted', () => {
    expect(acceptedStatus(100, 100)).toBe('ACCEPTED')
    expect(acceptedStatus(99, 100)).toBe('PARTLY_ACCEPTED')
  })

  it('of a decided dispute is what was accepted, and nothing once it is over', () => {
    const dispute = { disputedAmount: 1000, acceptedAmount: 400 }
    expect(statesOf(disputeProcess).map(status => openAmountOf({ ...dispute, status }))).toEqual([
      400, 400, 400, 400, 400, 0, 0, 0, 0,
    ])
    expect(openAmountOf({ ...dispute, acceptedAmount: null, status: 'OPEN' })).toBe(1000)
  })
})

const paise = fc.integer({ min: 1, max: 1_000_000_00 })
const someItem = fc.record({
  invoiceId: fc.constantFrom(1, 2, null),
  balanceAmount: fc.integer({ min: -1_000_00, max: 1_000_000_00 }),
  isActive: fc.boolean(),
  due: fc.integer({ min: 10, max: 28 }),
})
const someDispute = fc.record({
  invoiceId: fc.constantFrom(1, 2, 3),
  disputedAmount: paise,
  acceptedAmount: fc.option(paise),
  status: fc.constantFrom(...statesOf(disputeProcess)),
})

describe('always', () => {
  it('what is disputed of items is at most their balance and at most what is disputed of their invoice, and all of it where it fits', () => {
    fc.assert(
      fc.property(fc.array(someItem, { maxLength: 8 }), fc.array(someDispute, { maxLength: 6 }), (drawn, disputes) => {
        const items = drawn.map(({ due, ...item }, index) => ({ ...item, id: index + 1, dueDate: `2026-10-${due}` }))
        const disputed = disputedOf(items, disputes)
        for (const item of items) {
          const amount = disputed.get(item.id) ?? 0
          expect(amount).toBeGreaterThanOrEqual(0)
          expect(amount).toBeLessThanOrEqual(Math.max(0, item.balanceAmount))
          if (!item.isActive || item.invoiceId === null) expect(amount).toBe(0)
        }
        for (const invoiceId of [1, 2]) {
          const own = items.filter(item => item.invoiceId === invoiceId && item.isActive)
          const open = own.reduce((all, { balanceAmount }) => all + Math.max(0, balanceAmount), 0)
          const asked = disputes
            .filter(one => one.invoiceId === invoiceId)
            .reduce((all, one) => all + openAmountOf(one), 0)
          expect(own.reduce((all, { id }) => all + (disputed.get(id) ?? 0), 0)).toBe(Math.min(open, asked))
        }
      }),
    )
  })

  it('a dispute that has no fault keeps the sum of all within the balance', () => {
    fc.assert(
      fc.property(paise, fc.integer({ min: 0, max: 1_000_000_00 }), paise, (balance, disputed, amount) => {
        expect(amountFault(amount, balance, disputed) === undefined).toBe(amount <= Math.max(0, balance - disputed))
      }),
    )
  })
})
