import { mulDiv, percentOf, priceTimes, sum } from '../../define/amounts.ts'
import type { OptionWords } from '../../define/fields.ts'

/** What a contract charges beside freight and fuel. */
export const extraKinds = ['DOCKET', 'FOV', 'ODA', 'PICKUP', 'DOOR', 'DETENTION', 'RETURN'] as const
export const chargeKinds = ['BASIC', 'FUEL', ...extraKinds] as const
export type ChargeKind = (typeof chargeKinds)[number]
export const chargeBases = ['FLAT', 'PER_KG', 'PCT_VALUE', 'PER_HOUR'] as const

export const chargeWords: OptionWords = {
  staff: {
    BASIC: 'Basic freight',
    FUEL: 'Fuel adjustment',
    DOCKET: 'Docket',
    FOV: 'Freight on value',
    ODA: 'Out of delivery area',
    PICKUP: 'Pickup',
    DOOR: 'Door delivery',
    DETENTION: 'Detention',
    RETURN: 'Return',
  },
  buyer: {},
}

export const basisWords: OptionWords = {
  staff: { FLAT: 'Per LR', PER_KG: 'Per kg', PCT_VALUE: '% of declared value', PER_HOUR: 'Per hour' },
  buyer: {},
}

/** A charge of a contract: the rate in paise, or hundredths of a percent; minimum and cap in paise. */
export interface ChargeTerms {
  kind: (typeof extraKinds)[number]
  basis: (typeof chargeBases)[number]
  rate: number
  minimum: number
  cap: number | null
  freeHours: number | null
}

/** What of an LR decides its charges: weight in grams, value in paise, hours at the gate. */
export interface ChargedLr {
  charged: number
  declaredValue: number
  isOda: boolean
  isPickup: boolean
  isDoorDelivery: boolean
  isReturned: boolean
  hoursAtGate: number | null
}

/** A charge that is agreed for an LR, in paise. */
export interface AgreedCharge {
  kind: ChargeKind
  amount: number
}

/** What a contract comes to for an LR, kept on it as it was booked: weights in grams, money in paise, percent in hundredths. */
export interface AgreedByContract {
  contractNo: string
  actual: number
  volumetric: number | null
  charged: number
  fuelPct: number
  /** The lines of the contract that priced the freight. */
  rateLines: number[]
  charges: AgreedCharge[]
}

/** What the price of fuel adds to freight, in hundredths of a percent; below zero where fuel is cheaper than agreed. */
export const fuelPercent = ({ fuelBase, fuelShare }: { fuelBase: number; fuelShare: number }, price: number) =>
  mulDiv(fuelShare, price - fuelBase, fuelBase)

/** The hours that detention charges: begun hours beyond those that are free. */
export const hoursCharged = (hours: number, freeHours: number) => Math.max(0, Math.ceil(hours - freeHours))

/** The hours between two instants. */
export const hoursBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 3_600_000

/** What a charge comes to on an LR, in paise; null where it does not apply. */
export function chargeOn(terms: ChargeTerms, of: ChargedLr): number | null {
  const applies: Record<ChargeTerms['kind'], boolean> = {
    DOCKET: true,
    FOV: true,
    ODA: of.isOda,
    PICKUP: of.isPickup,
    DOOR: of.isDoorDelivery,
    DETENTION: of.hoursAtGate !== null && hoursCharged(of.hoursAtGate, terms.freeHours ?? 0) > 0,
    RETURN: of.isReturned,
  }
  if (!applies[terms.kind]) return null
  const plain: Record<ChargeTerms['basis'], () => number> = {
    FLAT: () => terms.rate,
    PER_KG: () => priceTimes(terms.rate, of.charged),
    PCT_VALUE: () => percentOf(of.declaredValue, terms.rate),
    PER_HOUR: () => terms.rate * hoursCharged(of.hoursAtGate ?? 0, terms.freeHours ?? 0),
  }
  const amount = Math.max(plain[terms.basis](), terms.minimum)
  return terms.cap === null ? amount : Math.min(amount, terms.cap)
}

/** All that is agreed for an LR kind by kind, each rounded: only freight bears the fuel adjustment. */
export function agreedCharges(basic: number, fuelPct: number, terms: readonly ChargeTerms[], of: ChargedLr) {
  const fuel = percentOf(basic, fuelPct)
  const extras = extraKinds.flatMap((kind): AgreedCharge[] => {
    const found = terms.find(one => one.kind === kind)
    const amount = found ? chargeOn(found, of) : null
    return amount === null ? [] : [{ kind, amount }]
  })
  return [
    { kind: 'BASIC' as const, amount: basic },
    ...(fuel === 0 ? [] : [{ kind: 'FUEL' as const, amount: fuel }]),
    ...extras,
  ]
}

/** What is freight of agreed charges, and what comes beside it, in paise. */
export function sumsOf(charges: readonly AgreedCharge[]) {
  const isFreight = ({ kind }: AgreedCharge) => kind === 'BASIC' || kind === 'FUEL'
  return {
    expectedFreight: sum(charges.filter(isFreight).map(({ amount }) => amount)),
    expectedOther: sum(charges.filter(one => !isFreight(one)).map(({ amount }) => amount)),
  }
}
