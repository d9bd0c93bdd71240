import { mulDiv, sum } from '../../define/amounts.ts'

/** How a contract counts the room that packages take: not, by cm³ a kilogram, or by kilograms a cubic foot. */
export const volumetricWays = ['NONE', 'DIV', 'CFT'] as const

/** Packages of one size: whole centimetres. */
export interface PackageSize {
  count: number
  lengthCm: number
  breadthCm: number
  heightCm: number
}

/** What a contract says about weight: `roundKg` and `minKg` in grams, the divisor in cm³ a kilogram. */
export interface WeightTerms {
  volumetric: (typeof volumetricWays)[number]
  divisor: number | null
  kgPerCft: number | null
  roundKg: number
  minKg: number
}

/** A cubic foot in millionths of a cm³. */
const CUBIC_FOOT = 28_316_846_592
const MILLION = 1_000_000

/** The volume of packages in cm³. */
export const volumeOf = (sizes: readonly PackageSize[]) =>
  sum(sizes.map(({ count, lengthCm, breadthCm, heightCm }) => count * lengthCm * breadthCm * heightCm))

/** What packages weigh by their room, in grams; null where the contract does not count it, or no size is known. */
export function volumetricWeight(terms: WeightTerms, sizes: readonly PackageSize[]): number | null {
  if (terms.volumetric === 'NONE' || sizes.length === 0) return null
  const volume = volumeOf(sizes)
  if (terms.volumetric === 'DIV') return mulDiv(volume, 1000, terms.divisor!)
  return mulDiv(volume, terms.kgPerCft! * 1000 * MILLION, CUBIC_FOOT)
}

/** The weight that a contract charges, in grams: the most of actual, volumetric and least weight, up to the next step. */
export function chargedWeight(terms: WeightTerms, actual: number, volumetric: number | null): number {
  const most = Math.max(actual, volumetric ?? 0, terms.minKg)
  return terms.roundKg === 0 ? most : Math.ceil(most / terms.roundKg) * terms.roundKg
}
