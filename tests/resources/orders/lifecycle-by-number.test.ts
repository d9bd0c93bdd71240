import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../../../resources/define/dates.ts'
import {
  afterCancelling,
  cancellable,
  openQtyOf,
  remainingInSap,
} from '../../../resources/orders/cancel/cancellable.ts'
import { changeableFields, rescheduled } from '../../../resources/orders/line-change.ts'
import { withNetPrice } from '../../../resources/orders/line-price.ts'
import { lapsesOn, shortestLifetime } from '../../../resources/orders/order-lifetime.ts'
import { reservationsOf } from '../../../resources/orders/reserved-quantities.ts'
import { settingsFrom } from '../../../resources/settings/settings.ts'
import { type OrderState, orderStates } from '../../../resources/trade.ts'

/** The default settings. */
const settings = settingsFrom(new Map())

const since = { statusSince: '2026-10-01T05:00:00.000Z', updatedAt: '2026-10-01T05:00:00.000Z' }

describe('the expiry of an abandoned order', () => {
  it.each([
    ['DRAFT', null, 30],
    ['PENDING', 'CSC', 45],
    ['PENDING', 'ACCEPTANCE', 15],
    ['IN_ERROR', null, 30],
  ] as const)('comes for %s %s after %i days', (status, pendingStep, days) => {
    expect(lapsesOn({ status, pendingStep, ...since }, settings)).toBe(addDays('2026-10-01', days))
  })

  it('never happens in any other state, nor before the shortest period', () => {
    const mortal = ['DRAFT', 'PENDING', 'IN_ERROR']
    for (const status of orderStates.filter(each => !mortal.includes(each)))
      expect(lapsesOn({ status, pendingStep: null, ...since }, settings), status).toBeNull()
    expect(shortestLifetime(settings)).toBe(15)
  })

  it('is counted in days, for a draft from its last change and otherwise from its last status change', () => {
    // 00:30 in India is still the day before in UTC.
    const days = { statusSince: '2026-10-01T05:00:00.000Z', updatedAt: '2026-10-03T19:00:00.000Z' }
    expect(lapsesOn({ status: 'DRAFT', pendingStep: null, ...days }, settings)).toBe(addDays('2026-10-04', 30))
    expect(lapsesOn({ status: 'IN_ERROR', pendingStep: null, ...days }, settings)).toBe(addDays('2026-10-01', 30))
  })
})

type CancellableLine = Parameters<typeof cancellable>[0]
const line = (more: Partial<CancellableLine> = {}): CancellableLine => ({
  ...{ qty: 100_000, dispatchedQty: 0, invoicedQty: 0, cancelledQty: 0, lineStatus: 'OPEN', sapItemNo: '000010' },
  ...more,
})

describe('the open quantity of a line', () => {
  it('is the quantity without the cancelled and the larger of dispatched and invoiced', () => {
    expect(openQtyOf(line())).toBe(100_000)
    expect(openQtyOf(line({ dispatchedQty: 30_000, invoicedQty: 40_000, cancelledQty: 10_000 }))).toBe(50_000)
    expect(openQtyOf(line({ dispatchedQty: 40_000, invoicedQty: 30_000 }))).toBe(60_000)
    expect(openQtyOf(line({ invoicedQty: 120_000 }))).toBe(0)
  })

  it.each([
    [line({ dispatchedQty: 99_999, lineStatus: 'PARTIALLY_DISPATCHED' }), false, { qty: 1 }],
    [
      line({ dispatchedQty: 100_000, lineStatus: 'PARTIALLY_DISPATCHED' }),
      false,
      { why: 'All of it has been dispatched' },
    ],
    [line({ invoicedQty: 100_000 }), false, { why: 'All of it is invoiced' }],
    [line({ lineStatus: 'DISPATCHED' }), false, { why: 'It is not open any more' }],
    [line({ sapItemNo: null }), false, { why: 'SAP has not reported its number of this line' }],
    [line(), true, { why: 'A cancellation of it is on its way to SAP' }],
  ])('can be cancelled, or gives the reason why not: %j', (given, isAsked, told) => {
    expect(cancellable(given, isAsked)).toEqual(told)
  })

  it('leaves the remaining quantity in SAP, and nothing when all is cancelled', () => {
    expect(remainingInSap(line(), 99_999)).toBe(1)
    expect(remainingInSap(line(), 100_000)).toBeNull()
    expect(remainingInSap(line({ cancelledQty: 60_000 }), 40_000)).toBeNull()
  })

  it.each([
    [{}, 100_000, 'CANCELLED', 100_000],
    [{}, 99_999, 'OPEN', 99_999],
    [{ dispatchedQty: 40_000 }, 60_000, 'DISPATCHED', 60_000],
    [{ dispatchedQty: 40_000 }, 59_999, 'PARTIALLY_DISPATCHED', 59_999],
    [{ cancelledQty: 30_000 }, 70_001, 'CANCELLED', 100_000],
  ] as const)('has the right line status after cancelling: %j less %i is %s', (more, qty, lineStatus, cancelledQty) => {
    expect(afterCancelling(line(more), qty)).toEqual({ lineStatus, cancelledQty })
  })

  it('is never negative, and cancelling all of it leaves nothing open', () => {
    const part = fc.integer({ min: 0, max: 100_000 })
    fc.assert(
      fc.property(part, part, part, (dispatchedQty, invoicedQty, cancelledQty) => {
        const given = line({ dispatchedQty, invoicedQty, cancelledQty })
        const open = openQtyOf(given)
        expect(open).toBeGreaterThanOrEqual(0)
        expect(openQtyOf({ ...given, ...afterCancelling(given, open) })).toBe(0)
      }),
    )
  })
})

describe('the changes of an approver to a line', () => {
  it('are all allowed at the service centre, only rejecting at the regulatory desk, none at credit and acceptance', () => {
    expect(changeableFields.CSC.toSorted()).toEqual(['isRejected', 'netPrice', 'plantId', 'qty', 'requestedDate'])
    expect([changeableFields.EUD, changeableFields.LIMIT, changeableFields.ACCEPTANCE]).toEqual([
      ['isRejected'],
      [],
      [],
    ])
    for (const step of ['RATE_CONTRACT', 'LIMIT_PRICE', 'MY_APPROVAL'] as const)
      expect(changeableFields[step]).toEqual(expect.arrayContaining(['netPrice', 'isRejected']))
  })

  /** Line 10 of the worked example: 1,000.00, 5 % by default, 8 % by hand. */
  const priced = {
    ...{ qty: 100_000, priceUnit: 1, listPrice: 100_000, netPrice: 87_400, priceSource: 'LIST' },
    ...{ defaultDiscountPct: 500, promoDiscountValue: 0, manualDiscountPct: 800 },
  }

  it('compute the manual discount from list less default and promotion, or backwards from an agreed price', () => {
    const from = (more: object) => withNetPrice({ ...priced, ...more }, 87_400).manualDiscountPct
    expect(from({})).toBe(800)
    expect(from({ promoDiscountValue: 1_000 })).toBe(702)
    expect(from({ manualDiscountPct: 0 })).toBe(0)
    expect(from({ priceSource: 'CUSTOMER_PRICE' })).toBe(800)
  })

  it('derive the manual discount from a new net price, never below zero', () => {
    expect(withNetPrice(priced, 90_000)).toEqual({
      ...{ basePrice: null, netPrice: 90_000, manualDiscountPct: 526, discountPct: 1000, netValue: 90_000_00 },
    })
    expect(withNetPrice(priced, 96_000)).toMatchObject({ manualDiscountPct: 0, discountPct: 400 })
    expect(withNetPrice(priced, 101_000)).toMatchObject({ manualDiscountPct: 0, discountPct: 0 })
  })

  it('take a reduced quantity off the last deliveries, and apply a new day to all of them', () => {
    const deliveries = [
      { scheduleNo: 1, requestedDate: '2026-10-20', qty: 40_000 },
      { scheduleNo: 2, requestedDate: '2026-11-20', qty: 60_000 },
    ]
    const days = (qty: number, by = 0) => rescheduled(deliveries, qty, by).map(each => [each.requestedDate, each.qty])
    expect(days(100_000)).toEqual([
      ['2026-10-20', 40_000],
      ['2026-11-20', 60_000],
    ])
    expect(days(40_001)).toEqual([
      ['2026-10-20', 40_000],
      ['2026-11-20', 1],
    ])
    expect(days(40_000, 2)).toEqual([['2026-10-22', 40_000]])
  })
})

describe('the reservations of an order on contracts, promo codes and documents', () => {
  const called = {
    ...{
      lineNo: 10,
      lineStatus: 'OPEN' as const,
      qty: 50_000,
      uom: 'EA',
      cancelledQty: 0,
      priceSource: 'RATE_CONTRACT' as const,
    },
    ...{ priceSourceId: 7, promoCodeId: 3, eudNeeds: [{ qtyControlled: true, documentId: 5 }] },
  }
  const held = (status: OrderState, more: object = {}) =>
    [...reservationsOf(status, [{ ...called, ...more }])].map(([key, { heldQty, usedQty }]) => [key, heldQty, usedQty])

  it('are reserved from submit on, consumed once SAP has confirmed, and released when the order has ended', () => {
    for (const status of ['PENDING', 'APPROVED', 'IN_ERROR'] as const)
      expect(held(status)).toEqual([
        ['CONTRACT/7', 50_000, 0],
        ['PROMO/3', 50_000, 0],
        ['EUD/5', 50_000, 0],
      ])
    for (const status of ['CONFIRMED', 'DISPATCHED', 'CLOSED'] as const)
      expect(held(status)[0]).toEqual(['CONTRACT/7', 0, 50_000])
    for (const status of ['DRAFT', 'REJECTED', 'CANCELLED', 'DEAD', 'DELETED'] as const)
      expect(held(status)).toEqual([])
  })

  it('exclude cancelled quantities and deleted lines', () => {
    expect(held('CONFIRMED', { cancelledQty: 20_000 })[0]).toEqual(['CONTRACT/7', 0, 30_000])
    expect(held('CONFIRMED', { cancelledQty: 50_000 })).toEqual([])
    expect(held('PENDING', { lineStatus: 'REJECTED' })).toEqual([])
    expect(held('PENDING', { eudNeeds: [{ qtyControlled: false, documentId: 5 }] })).toHaveLength(2)
  })
})
