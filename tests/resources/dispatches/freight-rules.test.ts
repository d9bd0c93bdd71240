import { describe, expect, it } from 'vitest'
import { sum } from '../../../resources/define/amounts.ts'
import {
  agreedCharges,
  type ChargedLr,
  type ChargeTerms,
  chargeOn,
  fuelPercent,
  hoursBetween,
  hoursCharged,
} from '../../../resources/dispatches/freight/agreed-charges.ts'
import { compareKinds, whyKindsDiffer } from '../../../resources/dispatches/freight/billed-kinds.ts'
import { chargedWeight, volumetricWeight } from '../../../resources/dispatches/freight/charged-weight.ts'
import { readSizes, sizesText } from '../../../resources/dispatches/freight/size-text.ts'
import { type SlabRule, slabFreight } from '../../../resources/dispatches/freight/slab-freight.ts'
import { shareTripFreight, tripFreight } from '../../../resources/dispatches/freight/trip-freight.ts'
import { taxModeOf } from '../../../resources/masters/gta-tax-choice.ts'

const boxes = [{ count: 8, lengthCm: 60, breadthCm: 45, heightCm: 40 }]
const terms = { volumetric: 'CFT', divisor: null, kgPerCft: 10, roundKg: 1_000, minKg: 20_000 } as const
const byDivisor = (divisor: number) => ({ ...terms, volumetric: 'DIV', divisor }) as const
const none = { ...terms, volumetric: 'NONE' } as const

describe('the charged weight', () => {
  it('counts the room of packages by a divisor or by the cubic foot', () => {
    expect(volumetricWeight(byDivisor(5_000), boxes)).toBe(172_800)
    expect(volumetricWeight(byDivisor(4_000), boxes)).toBe(216_000)
    expect(volumetricWeight(terms, boxes)).toBe(305_119)
    expect(volumetricWeight(none, boxes)).toBeNull()
    expect(volumetricWeight(terms, [])).toBeNull()
  })

  it('is the most of actual, volumetric and least weight, up to the next kilogram', () => {
    expect(chargedWeight(terms, 186_400, 305_119)).toBe(306_000)
    expect(chargedWeight(terms, 186_400, 172_800)).toBe(187_000)
    expect(chargedWeight(terms, 4_000, null)).toBe(20_000)
    expect(chargedWeight({ ...none, roundKg: 0 }, 186_400, null)).toBe(186_400)
  })
})

describe('slabs', () => {
  const slabs = [
    { fromKg: 100_000, toKg: 500_000, rate: 1_225, minimum: 0 },
    { fromKg: 0, toKg: 100_000, rate: 1_450, minimum: 25_000 },
  ]
  const freight = (rule: SlabRule, weight: number) => slabFreight(slabs, rule, weight)

  it('price all of a weight at its slab', () => {
    expect(freight('WHOLE', 96_000)).toBe(139_200)
    expect(freight('WHOLE', 100_000)).toBe(122_500)
    expect(freight('WHOLE', 500_000)).toBe(612_500)
  })

  it('price by the beginning of the next slab where that is cheaper', () => {
    expect(freight('CHEAPER_NEXT', 96_000)).toBe(122_500)
    expect(freight('CHEAPER_NEXT', 50_000)).toBe(72_500)
    expect(freight('CHEAPER_NEXT', 306_000)).toBe(374_850)
  })

  it('price each step of a weight at its own slab', () => {
    expect(freight('STEPPED', 306_000)).toBe(397_350)
    expect(freight('STEPPED', 96_000)).toBe(139_200)
  })

  it('charge at least the minimum, and nothing where no slab holds the weight', () => {
    expect(freight('WHOLE', 10_000)).toBe(25_000)
    expect(freight('WHOLE', 500_001)).toBeNull()
    expect(slabFreight([{ fromKg: 10_000, toKg: null, rate: 100, minimum: 0 }], 'WHOLE', 9_000)).toBeNull()
  })
})

describe('agreed charges', () => {
  const charge = (kind: ChargeTerms['kind'], basis: ChargeTerms['basis'], rate: number): ChargeTerms => ({
    ...{ kind, basis, rate, minimum: 0, cap: null, freeHours: null },
  })
  const contract = [
    charge('DOOR', 'PER_KG', 90),
    charge('DOCKET', 'FLAT', 7_500),
    charge('FOV', 'PCT_VALUE', 10),
    charge('ODA', 'PER_KG', 250),
    charge('PICKUP', 'FLAT', 20_000),
  ]
  const lr: ChargedLr = {
    ...{ charged: 306_000, declaredValue: 28_450_000, isOda: true, isPickup: false, isDoorDelivery: true },
    ...{ isReturned: false, hoursAtGate: null },
  }
  const fuel = fuelPercent({ fuelBase: 9_240, fuelShare: 4_000 }, 9_762)

  it('come to ₹ 5,233.12 kind by kind for the LR of the worked example', () => {
    expect(fuel).toBe(226)
    const agreed = agreedCharges(374_850, fuel, contract, lr)
    expect(agreed).toEqual([
      { kind: 'BASIC', amount: 374_850 },
      { kind: 'FUEL', amount: 8_472 },
      { kind: 'DOCKET', amount: 7_500 },
      { kind: 'FOV', amount: 28_450 },
      { kind: 'ODA', amount: 76_500 },
      { kind: 'DOOR', amount: 27_540 },
    ])
    expect(sum(agreed.map(({ amount }) => amount))).toBe(523_312)
  })

  it('go down with the price of fuel', () => {
    expect(fuelPercent({ fuelBase: 9_240, fuelShare: 4_000 }, 8_718)).toBe(-226)
    expect(agreedCharges(374_850, -226, [], lr)[1]).toEqual({ kind: 'FUEL', amount: -8_472 })
  })

  it('leave the fuel adjustment out where the price is as agreed', () => {
    expect(agreedCharges(374_850, 0, [], lr)).toEqual([{ kind: 'BASIC', amount: 374_850 }])
  })

  it('keep between minimum and cap', () => {
    expect(chargeOn({ ...charge('FOV', 'PCT_VALUE', 10), minimum: 30_000 }, lr)).toBe(30_000)
    expect(chargeOn({ ...charge('ODA', 'PER_KG', 250), cap: 50_000 }, lr)).toBe(50_000)
  })

  it('charge each begun hour of detention beyond the free ones', () => {
    const hours = hoursBetween('2026-11-27T03:40:00.000Z', '2026-11-28T11:25:00.000Z')
    expect(hours).toBe(31.75)
    expect(hoursCharged(hours, 24)).toBe(8)
    const detention = { ...charge('DETENTION', 'PER_HOUR', 15_000), freeHours: 24 }
    expect(chargeOn(detention, { ...lr, hoursAtGate: hours })).toBe(120_000)
    expect(chargeOn({ ...detention, cap: 100_000 }, { ...lr, hoursAtGate: hours })).toBe(100_000)
    expect(chargeOn({ ...detention, minimum: 50_000 }, { ...lr, hoursAtGate: 24 })).toBeNull()
  })

  it('charge a return only where the goods came back', () => {
    expect(chargeOn(charge('RETURN', 'FLAT', 100), lr)).toBeNull()
    expect(chargeOn(charge('RETURN', 'FLAT', 100), { ...lr, isReturned: true })).toBe(100)
  })
})

describe('the freight of a trip', () => {
  it('falls on its LRs by charged weight', () => {
    const freight = tripFreight({ tripRate: 2_850_000, extraDrop: 60_000 }, 2)
    expect(freight).toBe(2_970_000)
    const lrs = [1_240_000, 860_500, 398_500].map(chargedWeightKg => ({ chargedWeightKg, declaredValue: 1 }))
    expect(shareTripFreight(freight, lrs)).toEqual([1_473_710, 1_022_683, 473_607])
  })
})

describe('sizes of packages', () => {
  it('are read as people write them', () => {
    expect(readSizes('8 x 60x45×40; 2*30*30*30')).toEqual([
      ...boxes,
      { count: 2, lengthCm: 30, breadthCm: 30, heightCm: 30 },
    ])
    expect(readSizes('')).toEqual([])
    expect(readSizes('8 x 60 x 45')).toBeUndefined()
    expect(sizesText(boxes)).toBe('8 × 60 × 45 × 40')
  })
})

describe('what a bill says kind by kind', () => {
  const kinds = [
    { kind: 'BASIC', amount: 374_850 },
    { kind: 'FUEL', amount: 8_472 },
    { kind: 'DOCKET', amount: 7_500 },
  ] as const
  it('adds up to what is billed for the LR', () => {
    expect(whyKindsDiffer({ billedFreight: 383_322, billedOther: 7_500, kinds })).toBeUndefined()
    expect(whyKindsDiffer({ billedFreight: 383_322, billedOther: 0, kinds })).toBe(
      'The other charges must add up to ₹ 0.00, the billed other charges: they are ₹ 75.00',
    )
    expect(whyKindsDiffer({ billedFreight: 1, billedOther: 7_500, kinds: null })).toBeUndefined()
  })

  it('stands beside what is agreed', () => {
    expect(compareKinds([kinds[0], kinds[2]], { BASIC: 380_000, ODA: 500 })).toEqual([
      { kind: 'BASIC', agreed: 374_850, billed: 380_000 },
      { kind: 'DOCKET', agreed: 7_500, billed: null },
      { kind: 'ODA', agreed: null, billed: 500 },
    ])
  })
})

describe('the GST of carriage', () => {
  const chosen = [
    { fy: '2526', gtaTaxMode: 'FORWARD_18' },
    { fy: '2728', gtaTaxMode: 'RCM' },
  ] as const
  it('is that of the year of the bill, and holds until another year says otherwise', () => {
    expect(taxModeOf(chosen, 'RCM', '2024-06-01')).toBe('RCM')
    expect(taxModeOf(chosen, 'RCM', '2026-06-01')).toBe('FORWARD_18')
    expect(taxModeOf(chosen, 'FORWARD_5', '2027-06-01')).toBe('RCM')
  })

  it('was never 18 % before 22 September 2025', () => {
    expect(taxModeOf(chosen, 'RCM', '2025-09-21')).toBe('FORWARD_5')
    expect(taxModeOf(chosen, 'RCM', '2025-09-22')).toBe('FORWARD_18')
  })
})
