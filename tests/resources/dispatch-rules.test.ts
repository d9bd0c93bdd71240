import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sum } from '../../resources/define/amounts.ts'
import { addDays, isSunday } from '../../resources/define/dates.ts'
import { expectedDelivery, laneFor } from '../../resources/dispatches/expected-delivery.ts'
import { expectedFreight, lanesTo, type TransporterLane } from '../../resources/dispatches/lane.ts'
import { type LrFacts, lrFaults } from '../../resources/dispatches/lr-faults.ts'
import { statusLabels } from '../../resources/dispatches/lr-status.ts'
import { trackingSteps, transporterLink } from '../../resources/dispatches/tracking-steps.ts'
import { settingsFrom } from '../../resources/settings/settings.ts'

describe('the status of a consignment', () => {
  it('is shown to the customer oldest first, without remarks', () => {
    const steps = trackingSteps([
      { id: 2, eventCode: 'IN_TRANSIT', eventOn: '2026-11-21', eventAt: null, voidNo: 0, location: 'Nagpur' },
      {
        id: 1,
        eventCode: 'BOOKED',
        eventOn: '2026-11-20',
        eventAt: '2026-11-20T06:00:00.000Z',
        voidNo: 0,
        location: null,
      },
    ])
    expect(steps).toEqual([
      { code: 'BOOKED', label: statusLabels.BOOKED, on: '2026-11-20', at: '2026-11-20T06:00:00.000Z', location: null },
      { code: 'IN_TRANSIT', label: statusLabels.IN_TRANSIT, on: '2026-11-21', at: null, location: 'Nagpur' },
    ])
  })

  it('links to the transporter’s page with the LR number encoded', () => {
    expect(transporterLink('https://vrl.example/track?lr={lr_no}', 'A/1&x')).toBe(
      'https://vrl.example/track?lr=A%2F1%26x',
    )
    expect(transporterLink(null, 'A1')).toBeNull()
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

  it('moves on from a Sunday or a holiday where no day of transit is counted', () => {
    const sunday = { ...facts, lrDate: '2026-11-22', writtenAt: '2026-11-22T06:30:00.000Z' }
    expect(expectedDelivery({ ...facts, lane: lane(0) })).toBe('2026-11-20')
    for (const dayType of ['WORKING', 'CALENDAR'] as const) {
      expect(expectedDelivery({ ...sunday, lane: lane(0, dayType) })).toBe('2026-11-23')
      expect(expectedDelivery({ ...sunday, lane: lane(0, dayType), holidays: new Set(['2026-11-23']) })).toBe(
        '2026-11-24',
      )
    }
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
  const line = (more = {}): LrFacts['lines'][number] => ({
    invoiceNo: 'INV1',
    invoiceType: 'INVOICE',
    invoiceDate: '2026-11-18',
    plantId: 1,
    isCancelled: false,
    hasGoods: true,
    freightTerms: 'FOR',
    shipTo: { id: 1, code: '200101', cityId: 1 },
    incomplete: null,
    weightKg: 55_000,
    value: 5_000_000,
    isFurther: false,
    isWhole: true,
    challanNo: null,
    packages: null,
    packagesInAll: null,
    packagesSent: 0,
    ewayBillNo: null,
    ewayValidTo: null,
    ewayValue: 'value' in more ? Number(more.value) : 5_000_000,
    ewayAbove: 5_000_000,
    ewayNote: null,
    ewayByPortal: false,
    ewayTaken: null,
    ...more,
  })
  const facts = (more: Partial<LrFacts> = {}): LrFacts => ({
    today: '2026-11-20',
    now: '2026-11-20T06:30:00.000Z',
    lrDate: '2026-11-20',
    bookedAt: null,
    backdateDays: 15,
    backdateReason: null,
    transMode: 'SURFACE',
    packages: 10,
    actualWeightKg: 55_000,
    weightTolerance: 1000,
    remarks: null,
    freightTerms: 'FOR',
    termsReason: null,
    declaredValue: sum((more.lines ?? [line()]).map(({ value }) => value)),
    valueReason: null,
    hazardous: [],
    hasHazard: false,
    fitting: [],
    hasCards: false,
    unNumber: null,
    tremCardId: null,
    driverIsTrained: false,
    cold: [],
    loggerNo: null,
    lines: [line()],
    transporter: { name: 'VRL', isActive: true, transModes: ['SURFACE'] },
    ...more,
  })
  const codes = (more: Partial<LrFacts>) => lrFaults(facts(more)).map(({ field, code }) => `${field} ${code}`)

  it('with hazardous goods names their UN number, TREM card and a trained driver', () => {
    const hazard = { hazardous: ['PS-2001'], hasHazard: true }
    expect(lrFaults(facts(hazard)).map(({ field, message }) => [field, message])).toEqual([
      ['unNumber', 'UN number is required: PS-2001 is hazardous'],
      ['tremCardId', 'TREM card is required: PS-2001 is hazardous, attach the card'],
      [
        'driverIsTrained',
        'Driver must be trained for hazardous goods: PS-2001 is hazardous, tick it once you have seen the certificate',
      ],
    ])
    expect(codes({ ...hazard, unNumber: 'UN1230', tremCardId: 1, driverIsTrained: true })).toEqual([])
  })

  it('with cold goods names its temperature logger', () => {
    expect(codes({ cold: ['LS-1302'] })).toEqual(['loggerNo REQUIRED'])
    expect(codes({ cold: ['LS-1302'], loggerNo: 'TL-9' })).toEqual([])
  })

  it('needs an e-way bill for each invoice above the threshold, not at it, whatever the others are worth', () => {
    expect(lrFaults(facts())).toEqual([])
    const two = [line({ weightKg: 30_000 }), line({ invoiceNo: 'INV2', weightKg: 25_000, value: 5_000_001 })]
    expect(lrFaults(facts({ lines: two }))).toEqual([
      {
        field: 'lines[1].ewayBillNo',
        code: 'REQUIRED',
        message: 'E-way bill is required for invoice INV2: ₹ 50,000.01 is above ₹ 50,000.00',
      },
    ])
    expect(codes({ lines: [line({ value: 5_000_001, ewayBillNo: '123456789012' })] })).toEqual([])
    expect(codes({ lines: [line({ value: 5_000_001, ewayAbove: 10_000_000 })] })).toEqual([])
    expect(codes({ lines: [line({ value: 90_000_000, ewayAbove: null })] })).toEqual([])
    expect(codes({ lines: [line({ value: 9_000_000, ewayValue: 4_999_999 })] })).toEqual([])
  })

  it('says where the threshold of its e-way bill is not confirmed', () => {
    const unsure = line({ value: 5_000_001, ewayNote: 'the threshold of Gujarat is not confirmed' })
    expect(lrFaults(facts({ lines: [unsure] }))[0]?.message).toBe(
      'E-way bill is required for invoice INV1: ₹ 50,000.01 is above ₹ 50,000.00; the threshold of Gujarat is not confirmed',
    )
  })

  it('refuses the e-way bill of another movement', () => {
    const taken = line({ ewayBillNo: '123456789012', ewayTaken: 'is on LR VRL88' })
    expect(lrFaults(facts({ lines: [taken] }))).toEqual([
      {
        field: 'lines[0].ewayBillNo',
        code: 'EWAY_TAKEN',
        message:
          'E-way bill 123456789012 is on LR VRL88: each belongs to one movement of one invoice, so enter another',
      },
    ])
  })

  it('refuses an e-way bill that ended before the goods leave: by the hour today, by the day before', () => {
    const endsAt = (ewayValidTo: string, more: Partial<LrFacts> = {}) =>
      lrFaults(facts({ lines: [line({ ewayBillNo: '123456789012', ewayValidTo })], ...more })).map(({ code }) => code)
    expect(endsAt('2026-11-20T06:29:00.000Z')).toEqual(['EWAY_ENDED'])
    expect(endsAt('2026-11-20T06:31:00.000Z')).toEqual([])
    const entered = { lrDate: '2026-11-19' }
    expect(endsAt('2026-11-19T18:29:00.000Z', entered)).toEqual([])
    expect(endsAt('2026-11-18T18:29:00.000Z', entered)).toEqual(['EWAY_ENDED'])
  })

  it('is dated between its last invoice and today', () => {
    expect(codes({ lrDate: '2026-11-21' })).toEqual(['lrDate RANGE'])
    expect(codes({ lrDate: '2026-11-17' })).toEqual(['lrDate RANGE'])
    const two = [line({ weightKg: 30_000 }), line({ weightKg: 25_000, invoiceDate: '2026-11-20' })]
    expect(codes({ lrDate: '2026-11-19', lines: two })).toEqual(['lrDate RANGE'])
    expect(codes({ lrDate: '2026-11-20', lines: two })).toEqual([])
  })

  it('may lie fifteen days back, further only with a reason', () => {
    const old = { lines: [line({ invoiceDate: '2026-11-01' })] }
    expect(codes({ ...old, lrDate: '2026-11-05' })).toEqual([])
    expect(codes({ ...old, lrDate: '2026-11-04' })).toEqual(['backdateReason REQUIRED'])
    expect(codes({ ...old, lrDate: '2026-11-04', backdateReason: 'The book was at the transporter' })).toEqual([])
  })

  it('asks why the consignee pays where the freight of the order is ours', () => {
    for (const terms of ['FOR', 'BILLED'] as const)
      expect(lrFaults(facts({ freightTerms: 'TO_PAY', lines: [line({ freightTerms: terms })] }))).toEqual([
        {
          field: 'termsReason',
          code: 'REQUIRED',
          message: `Why the consignee pays is required: the freight terms of the order are ${terms}, so the customer has paid for the carriage already. Choose ${terms}, or say why`,
        },
      ])
    for (const terms of ['TO_PAY', null] as const)
      expect(codes({ freightTerms: 'TO_PAY', lines: [line({ freightTerms: terms })] })).toEqual([])
    expect(codes({ freightTerms: 'TO_PAY', termsReason: 'Taken over by telephone' })).toEqual([])
  })

  it('asks why a value below 90 or above 110 per cent of the goods is declared', () => {
    for (const declaredValue of [4_500_000, 5_000_000, 5_500_000]) expect(codes({ declaredValue })).toEqual([])
    for (const declaredValue of [0, 4_499_999, 5_500_001]) {
      expect(codes({ declaredValue })).toEqual(['valueReason REQUIRED'])
      expect(codes({ declaredValue, valueReason: 'Insured for this sum' })).toEqual([])
    }
    expect(lrFaults(facts({ declaredValue: 500_000 }))[0]!.message).toBe(
      'Why another value is declared is required: ₹ 5,000.00 is below 90 % of the ₹ 50,000.00 of the goods. Correct the declared value, or say why',
    )
  })

  it('has invoices of one plant, to one ship-to, with the same freight terms', () => {
    const other = (more: object) => ({ lines: [line({ weightKg: 30_000 }), line({ weightKg: 25_000, ...more })] })
    expect(codes(other({}))).toEqual([])
    expect(codes(other({ shipTo: { id: 2, code: '200102', cityId: 1 } }))).toEqual(['lines ONE_SHIP_TO'])
    expect(codes(other({ plantId: 2 }))).toEqual(['lines ONE_PLANT'])
    expect(codes(other({ freightTerms: 'TO_PAY' }))).toEqual(['lines ONE_FREIGHT_TERMS'])
    expect(codes(other({ freightTerms: null }))).toEqual([])
  })

  it('accepts no cancelled invoice, no credit note, none without a ship-to, and no part of an order to be delivered in full', () => {
    expect(codes({ lines: [], actualWeightKg: 0 })).toEqual(['lines REQUIRED'])
    expect(codes({ lines: [line({ isCancelled: true })] })).toEqual(['lines CANCELLED'])
    expect(codes({ lines: [line({ invoiceType: 'CREDIT_NOTE' })] })).toEqual(['lines NOT_GOODS'])
    expect(codes({ lines: [line({ shipTo: null })] })).toEqual(['lines NO_SHIP_TO'])
    expect(codes({ lines: [line({ shipTo: { id: 1, code: '1', cityId: null } })] })).toEqual(['lines NO_CITY'])
    expect(codes({ lines: [line({ incomplete: { orderNo: 'OR1' } })] })).toEqual(['lines COMPLETE_DELIVERY'])
  })

  it('needs an active transporter of its mode, and is no paper for goods that the party collects', () => {
    expect(codes({ transporter: null })).toEqual(['transporterId INACTIVE_REF'])
    expect(codes({ transporter: { name: 'VRL', isActive: false, transModes: ['SURFACE'] } })).toEqual([
      'transporterId INACTIVE_REF',
    ])
    expect(codes({ transMode: 'AIR' })).toEqual(['transporterId TRANS_MODE'])
    expect(codes({ transMode: 'PWC' })).toEqual(['transMode PWC'])
  })

  it('weighs what its invoices weigh, a tenth more or less, or somebody says why', () => {
    expect(codes({ actualWeightKg: 60_500 })).toEqual([])
    expect(codes({ actualWeightKg: 60_501 })).toEqual(['actualWeightKg SUM'])
    expect(codes({ actualWeightKg: 49_499 })).toEqual(['actualWeightKg SUM'])
    expect(codes({ actualWeightKg: 90_000, remarks: 'In a crate of steel' })).toEqual([])
    expect(codes({ actualWeightKg: 90_000, lines: [line({ weightKg: 0 })] })).toEqual([])
  })

  it('has as many packages as its invoices together', () => {
    const of = (...packages: (number | null)[]) => ({
      lines: packages.map(count => line({ weightKg: 27_500, packages: count })),
    })
    expect(codes(of(4, 6))).toEqual([])
    expect(codes(of(4, 7))).toEqual(['packages SUM'])
    expect(codes(of(4, null))).toEqual([])
    expect(codes(of(11, null))).toEqual(['packages SUM'])
  })

  it('takes a part of an invoice with its packages, and from the second on with a challan', () => {
    const part = { isWhole: false, packages: 10, packagesInAll: 25 }
    expect(codes({ lines: [line(part)] })).toEqual([])
    expect(codes({ lines: [line({ ...part, packages: null })] })).toEqual(['lines[0].packages REQUIRED'])
    expect(codes({ lines: [line({ ...part, packagesInAll: null })] })).toEqual(['lines[0].packagesInAll REQUIRED'])
    expect(codes({ lines: [line({ ...part, packagesSent: 16 })] })).toEqual(['lines[0].packages RANGE'])
    expect(codes({ lines: [line({ ...part, isFurther: true })] })).toEqual(['lines[0].challanNo REQUIRED'])
    expect(codes({ lines: [line({ ...part, isFurther: true, challanNo: 'DC/7' })] })).toEqual([])
  })
})

describe('the settings', () => {
  it('have their standard values until somebody changes them, amounts in paise and percentages in hundredths', () => {
    const read = settingsFrom(
      new Map([
        ['sap.max_attempts', '3'],
        ['carting.approval_limit', '2.5'],
        ['approval.use_asp', 'false'],
      ]),
    )
    expect(read).toMatchObject({
      'sap.max_attempts': 3,
      'carting.approval_limit': 250,
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
            ['carting.approval_limit', text],
            ['limits.four_eyes', text],
          ]),
        )
        expect(Number.isSafeInteger(read['edd.default_days'])).toBe(true)
        expect(Number.isSafeInteger(read['carting.approval_limit'])).toBe(true)
        expect(typeof read['limits.four_eyes']).toBe('boolean')
      }),
    )
    expect(Object.values(settingsFrom(new Map())).every(value => value !== null)).toBe(true)
  })
})

describe('the transporters of a lane', () => {
  const lane = (transporterId: number, priority: number, cityId: number | null = null): TransporterLane => ({
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
