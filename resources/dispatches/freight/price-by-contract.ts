import type { FreightCharge } from '../../masters/freight-charge.ts'
import type { FreightContract } from '../../masters/freight-contract.ts'
import type { FreightRate } from '../../masters/freight-rate.ts'
import { type AgreedByContract, agreedCharges, type ChargedLr, fuelPercent } from './agreed-charges.ts'
import { chargedWeight, type PackageSize, volumetricWeight } from './charged-weight.ts'
import { slabFreight } from './slab-freight.ts'

/** From where to where goods go, and how. */
export interface FreightWay {
  plantId: number | null
  stateId: number
  cityId: number | null
  pincode: string | null
  transMode: string
}

type Contract = Pick<
  FreightContract,
  'contractNo' | 'volumetric' | 'divisor' | 'kgPerCft' | 'roundKg' | 'minKg' | 'slabRule' | 'fuelBase' | 'fuelShare'
>

/** A contract with its rates and charges, and the price of fuel in paise on the day that counts. */
export interface PricedContract {
  contract: Contract
  rates: readonly FreightRate[]
  charges: readonly FreightCharge[]
  fuelPrice: number | null
}

/** What an LR comes to by a contract, kind by kind; null where the contract has no rate for its way and weight. */
export function priceByContract(
  { contract, rates, charges, fuelPrice }: PricedContract,
  way: FreightWay,
  lr: Omit<ChargedLr, 'charged'> & { actual: number },
  sizes: readonly PackageSize[],
): AgreedByContract | null {
  const volumetric = volumetricWeight(contract, sizes)
  const charged = chargedWeight(contract, lr.actual, volumetric)
  const slabs = slabsFor(rates, way)
  const basic = slabFreight(
    slabs.map(slab => ({ ...slab, rate: slab.rate! })),
    contract.slabRule,
    charged,
  )
  if (basic === null) return null
  const fuelPct =
    contract.fuelBase === null || fuelPrice === null
      ? 0
      : fuelPercent({ fuelBase: contract.fuelBase, fuelShare: contract.fuelShare ?? 0 }, fuelPrice)
  return {
    ...{ contractNo: contract.contractNo, actual: lr.actual, volumetric, charged, fuelPct },
    rateLines: slabs.map(({ lineNo }) => lineNo),
    charges: agreedCharges(basic, fuelPct, charges, { ...lr, charged }),
  }
}

/** The slabs for a way: those that say most about it, by PIN code before city, state, plant and mode. */
export function slabsFor(rates: readonly FreightRate[], way: FreightWay): FreightRate[] {
  const fitting = rates.filter(rate => rate.rate !== null && fits(rate, way))
  const most = Math.max(...fitting.map(nearness))
  return fitting.filter(rate => nearness(rate) === most)
}

const fits = (rate: FreightRate, way: FreightWay) =>
  (['plantId', 'stateId', 'cityId', 'transMode'] as const).every(
    name => rate[name] === null || rate[name] === way[name],
  ) &&
  (rate.fromPin === null || (way.pincode !== null && rate.fromPin <= way.pincode && way.pincode <= rate.toPin!))

const nearness = ({ fromPin, cityId, stateId, plantId, transMode }: FreightRate) =>
  [transMode, plantId, stateId, cityId, fromPin].reduce<number>(
    (sum, one, place) => sum + (one === null ? 0 : 2 ** place),
    0,
  )
