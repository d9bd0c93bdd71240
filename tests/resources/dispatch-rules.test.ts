import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sum } from '../../resources/define/amounts.ts'
import { addDays, isSunday } from '../../resources/define/dates.ts'
import { expectedDelivery, laneFor } from '../../resources/dispatches/expected-delivery.ts'
import { freightShares } from '../../resources/dispatches/freight-share.ts'
import { type CarrierLane, expectedFreight, lanesTo } from '../../resources/dispatches/lane.ts'
import { type LrFacts, lrFaults } from '../../resources/dispatches/lr-faults.ts'
import {
  effectOf,
  type LrProgress,
  nextStatuses,
  reopenedTo,
  statusLabels,
} from '../../resources/dispatches/lr-status.ts'
import { carrierLink, trackingSteps } from '../../resources/dispatches/tracking-steps.ts'
import { settings, settingsFrom } from '../../resources/settings/settings.ts'
import { type DeliveryStatus, deliveryStatuses } from '../../resources/trade.ts'

const standing = (more: Partial<LrProgress> = {}): LrProgress => ({
  deliveryStatus: 'BOOKED',
  since: '2026-11-20T06:00:00.000Z',
  deliveredOn: null,
  podStatus: 'NONE',
  billStatus: 'UNBILLED',
  ...more,
})
const event = (eventCode: DeliveryStatus, more = {}) => ({
  eventCode,
  eventAt: '2026-11-21T06:00:00.000Z',
  remarks: null,
  ...more,
})
const status = fc.constantFrom(...deliveryStatuses)

describe('the status of a consignment', () => {
  it('changes its status only as the table of events allows', () => {
    fc.assert(
      fc.property(status, status, (from, to) => {
        const effect = effectOf(standing({ deliveryStatus: from }), event(to), '2026-11-21', false)
        expect('moves' in effect).toBe(nextStatuses[from].includes(to))
      }),
    )
  })

  it('refuses with a sentence an event that cannot follow', () => {
    const effect = effectOf(standing({ deliveryStatus: 'OUT_FOR_DELIVERY' }), event('AT_HUB'), '2026-11-21', true)
    expect(effect).toEqual({
      field: 'eventCode',
      message:
        'Event must fit the consignment, which is «Out for delivery»: choose «Delivered», «Partly delivered», «Delivery tried, not delivered»',
    })
  })

  it('keeps its status when an older event is reported late', () => {
    const late = event('OUT_FOR_DELIVERY', { eventAt: '2026-11-20T05:59:59.999Z' })
    expect(effectOf(standing({ deliveryStatus: 'DELIVERED' }), late, '2026-11-21', false)).toEqual({ moves: false })
  })

  it('is booked by its LR only once', () => {
    expect(
      effectOf(standing(), event('BOOKED', { eventAt: '2026-11-19T06:00:00.000Z' }), '2026-11-21', true),
    ).toHaveProperty('message')
  })

  it('can be set back from delivered by the dispatch desk for a week, with a reason', () => {
    const delivered = standing({ deliveryStatus: 'DELIVERED', deliveredOn: '2026-11-20' })
    const reason = { remarks: 'Wrong LR number was read out' }
    for (const to of reopenedTo) {
      expect(effectOf(delivered, event(to, reason), '2026-11-27', true)).toEqual({ moves: true })
      expect(effectOf(delivered, event(to, reason), '2026-11-28', true)).toHaveProperty('field', 'eventCode')
      expect(effectOf(delivered, event(to), '2026-11-27', true)).toHaveProperty('field', 'remarks')
      expect(effectOf(delivered, event(to, reason), '2026-11-27', false)).toHaveProperty('field', 'eventCode')
    }
  })

  it('cannot be cancelled once there is a POD or a bill', () => {
    expect(effectOf(standing(), event('CANCELLED'), '2026-11-21', true)).toEqual({ moves: true })
    expect(effectOf(standing({ podStatus: 'UPLOADED' }), event('CANCELLED'), '2026-11-21', true)).toHaveProperty(
      'message',
    )
    expect(effectOf(standing({ billStatus: 'BILLED' }), event('CANCELLED'), '2026-11-21', true)).toHaveProperty(
      'message',
    )
  })

  it('is shown to the customer oldest first, without remarks', () => {
    const steps = trackingSteps([
      { eventCode: 'IN_TRANSIT', eventAt: '2026-11-21T06:00:00.000Z', location: 'Nagpur' },
      { eventCode: 'BOOKED', eventAt: '2026-11-20T06:00:00.000Z', location: null },
    ])
    expect(steps).toEqual([
      { code: 'BOOKED', label: statusLabels.BOOKED, at: '2026-11-20T06:00:00.000Z', location: null },
      { code: 'IN_TRANSIT', label: statusLabels.IN_TRANSIT, at: '2026-11-21T06:00:00.000Z', location: 'Nagpur' },
    ])
  })

  it('links to the carrier’s page with the LR number encoded', () => {
    expect(carrierLink('https://vrl.example/track?lr={lr_no}', 'A/1&x')).toBe('https://vrl.example/track?lr=A%2F1%26x')
    expect(carrierLink(null, 'A1')).toBeNull()
  })
})

describe('the expected delivery date', () => {
  const facts = {
    lrDate: '2026-11-20',
    writtenAt: '2026-11-20T06:30:00.000Z',
    lane: null,
    defaultDays: 7,
    holidays: new Set<string>(),
  }
  const lane = (days: number, dayType: 'WORKING' | 'CALENDAR' = 'WORKING') => ({ cityId: null, days, dayType })

  it('is seven working days later where no lane is known', () => {
    expect(expectedDelivery(facts)).toBe('2026-11-28')
  })

  it('leaves out Sundays and the holidays of the destination', () => {
    expect(expectedDelivery({ ...facts, lane: lane(2) })).toBe('2026-11-23')
    expect(expectedDelivery({ ...facts, lane: lane(2), holidays: new Set(['2026-11-23']) })).toBe('2026-11-24')
  })

  it('counts every day where the lane says calendar days', () => {
    expect(expectedDelivery({ ...facts, lane: lane(2, 'CALENDAR') })).toBe('2026-11-22')
  })

  it('starts on the next day for an LR of today written after six in the evening', () => {
    expect(expectedDelivery({ ...facts, lane: lane(1), writtenAt: '2026-11-20T12:30:00.000Z' })).toBe('2026-11-21')
    expect(expectedDelivery({ ...facts, lane: lane(1), writtenAt: '2026-11-20T12:31:00.000Z' })).toBe('2026-11-23')
    expect(expectedDelivery({ ...facts, lane: lane(1), writtenAt: '2026-11-21T12:31:00.000Z' })).toBe('2026-11-21')
  })

  it('takes the row of the city before that of its state, and none of another city', () => {
    const [city, state] = [{ cityId: 5, days: 1, dayType: 'WORKING' as const }, lane(4)]
    expect(laneFor([state, city], 5)).toBe(city)
    expect(laneFor([state, city], 6)).toBe(state)
    expect(laneFor([city], 6)).toBeNull()
  })

  it('is never a Sunday or a holiday when working days count, and never before the LR', () => {
    const day = fc.integer({ min: 0, max: 400 }).map(days => addDays('2026-04-01', days))
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 60 }), fc.array(day, { maxLength: 20 }), (lrDate, days, free) => {
        const on = expectedDelivery({ ...facts, lrDate, lane: lane(days), holidays: new Set(free) })
        expect(isSunday(on) || free.includes(on)).toBe(false)
        expect(on > lrDate).toBe(true)
      }),
    )
  })
})

describe('an LR', () => {
  const invoice = (more = {}): LrFacts['invoices'][number] => ({
    invoiceNo: 'INV1',
    invoiceType: 'INVOICE',
    invoiceDate: '2026-11-18',
    plantId: 1,
    isCancelled: false,
    shipTo: { id: 1, customerId: 1, cityId: 1 },
    incomplete: null,
    ...more,
  })
  const facts = (more: Partial<LrFacts> = {}): LrFacts => ({
    today: '2026-11-20',
    ewayThreshold: 5_000_000,
    lrDate: '2026-11-20',
    transMode: 'SURFACE',
    declaredValue: 5_000_000,
    hasHazard: false,
    petroleum: [],
    ewayBillNo: null,
    invoices: [invoice()],
    transporter: { name: 'VRL', isActive: true, transModes: ['SURFACE'] },
    ...more,
  })
  const codes = (more: Partial<LrFacts>) => lrFaults(facts(more)).map(({ field, code }) => `${field} ${code}`)

  it('has the hazard label when it contains petroleum', () => {
    expect(codes({ petroleum: ['PS-2001'] })).toEqual(['hasHazard HAZARD_LABEL'])
    expect(codes({ petroleum: ['PS-2001'], hasHazard: true })).toEqual([])
  })

  it('needs an e-way bill above the threshold, not at it', () => {
    expect(lrFaults(facts())).toEqual([])
    expect(lrFaults(facts({ declaredValue: 5_000_001 }))).toEqual([
      {
        field: 'ewayBillNo',
        code: 'REQUIRED',
        message: 'E-way bill is required for a declared value above ₹ 50,000.00',
      },
    ])
    expect(codes({ declaredValue: 5_000_001, ewayBillNo: '123456789012' })).toEqual([])
  })

  it('is dated between its first invoice and today', () => {
    expect(codes({ lrDate: '2026-11-21' })).toEqual(['lrDate RANGE'])
    expect(codes({ lrDate: '2026-11-17' })).toEqual(['lrDate RANGE'])
    expect(codes({ lrDate: '2026-11-18', invoices: [invoice(), invoice({ invoiceDate: '2026-11-20' })] })).toEqual([])
  })

  it('has invoices of one plant to one city, for several ship-tos only of one customer', () => {
    const other = (shipTo: object, more = {}) => [invoice(), invoice({ shipTo, ...more })]
    expect(codes({ invoices: other({ id: 2, customerId: 1, cityId: 1 }) })).toEqual([])
    expect(codes({ invoices: other({ id: 2, customerId: 2, cityId: 1 }) })).toEqual(['invoiceIds ONE_CUSTOMER'])
    expect(codes({ invoices: other({ id: 2, customerId: 1, cityId: 2 }) })).toEqual(['invoiceIds ONE_CITY'])
    expect(codes({ invoices: other({ id: 1, customerId: 1, cityId: 1 }, { plantId: 2 }) })).toEqual([
      'invoiceIds ONE_PLANT',
    ])
  })

  it('accepts no cancelled invoice, no credit note, none without a ship-to, and no part of an order to be delivered in full', () => {
    expect(codes({ invoices: [] })).toEqual(['invoiceIds REQUIRED'])
    expect(codes({ invoices: [invoice({ isCancelled: true })] })).toEqual(['invoiceIds CANCELLED'])
    expect(codes({ invoices: [invoice({ invoiceType: 'CREDIT_NOTE' })] })).toEqual(['invoiceIds NOT_GOODS'])
    expect(codes({ invoices: [invoice({ shipTo: null })] })).toEqual(['invoiceIds NO_SHIP_TO'])
    expect(codes({ invoices: [invoice({ incomplete: { orderNo: 'OR1' } })] })).toEqual(['invoiceIds COMPLETE_DELIVERY'])
  })

  it('needs an active carrier of its mode', () => {
    expect(codes({ transporter: null })).toEqual(['transporterId INACTIVE_REF'])
    expect(codes({ transporter: { name: 'VRL', isActive: false, transModes: ['SURFACE'] } })).toEqual([
      'transporterId INACTIVE_REF',
    ])
    expect(codes({ transMode: 'AIR' })).toEqual(['transporterId TRANS_MODE'])
  })

  it('shares its freight by weight to the paisa, as in the worked example', () => {
    const lines = [100_000, 70_000, 30_500].map(weightKg => ({ weightKg, invoiceValue: 1 }))
    expect(freightShares(100_000, lines)).toEqual([49_875, 34_913, 15_212])
  })

  it('shares its freight by value when nothing has a weight, and evenly when nothing has a value either', () => {
    expect(
      freightShares(1000, [
        { weightKg: 0, invoiceValue: 300 },
        { weightKg: 0, invoiceValue: 100 },
      ]),
    ).toEqual([750, 250])
    expect(
      freightShares(1001, [
        { weightKg: 0, invoiceValue: 0 },
        { weightKg: 0, invoiceValue: 0 },
      ]),
    ).toEqual([501, 500])
  })

  it('never loses a paisa of freight', () => {
    const line = fc.record({ weightKg: fc.nat(10_000_000), invoiceValue: fc.nat(1_000_000_000) })
    fc.assert(
      fc.property(fc.nat(100_000_000), fc.array(line, { minLength: 1, maxLength: 30 }), (freight, lines) => {
        const shares = freightShares(freight, lines)
        expect(sum(shares)).toBe(freight)
        expect(shares.every(share => share >= 0)).toBe(true)
      }),
    )
  })
})

describe('the settings', () => {
  it('have their standard values until somebody changes them, amounts in paise and percentages in hundredths', () => {
    const read = settingsFrom(
      new Map([
        ['sap.max_attempts', '3'],
        ['eway.threshold', '2.5'],
        ['approval.use_asp', 'false'],
      ]),
    )
    expect(read).toMatchObject({
      'sap.max_attempts': 3,
      'eway.threshold': 250,
      'approval.use_asp': false,
      'po.file_required_above': 10_000_000,
      'approval.promo_free_pct': 1000,
      'limits.four_eyes': true,
      'sap.price_condition_type': 'PR00',
    })
  })

  it('fall back to the standard value when invalid, and are never missing', () => {
    fc.assert(
      fc.property(fc.string(), text => {
        const read = settingsFrom(
          new Map([
            ['edd.default_days', text],
            ['eway.threshold', text],
            ['limits.four_eyes', text],
          ]),
        )
        expect(Number.isSafeInteger(read['edd.default_days'])).toBe(true)
        expect(Number.isSafeInteger(read['eway.threshold'])).toBe(true)
        expect(typeof read['limits.four_eyes']).toBe('boolean')
      }),
    )
    expect(Object.values(settingsFrom(new Map())).every(value => value !== null)).toBe(true)
    expect(Object.keys(settings)).toHaveLength(43)
  })
})

describe('the carriers of a lane', () => {
  const lane = (transporterId: number, priority: number, cityId: number | null = null): CarrierLane => ({
    transporterId,
    priority,
    cityId,
    ratePerKg: 450,
    minFreight: 35_000,
  })

  it('are ordered with the city before the state, then by priority, each once', () => {
    const lanes = [lane(1, 1), lane(2, 2, 7), lane(1, 3, 7), lane(3, 2), lane(4, 1, 8)]
    expect(lanesTo(lanes, 7).map(({ transporterId, cityId }) => [transporterId, cityId])).toEqual([
      [2, 7],
      [1, 7],
      [3, null],
    ])
  })

  it('charge by the kilogram, and at least the minimum freight', () => {
    expect(expectedFreight(lane(1, 1), 100_500)).toBe(45_225)
    expect(expectedFreight(lane(1, 1), 10_000)).toBe(35_000)
    expect(expectedFreight({ ratePerKg: null, minFreight: 0 }, 10_000)).toBeNull()
    expect(expectedFreight({ ratePerKg: null, minFreight: 500 }, 10_000)).toBe(500)
  })
})
