/**
 * The petroleum classes of the explosives authority (PESO): what belongs to which class, and how much needs no licence.
 */

export const petroleumClasses = ['A', 'B', 'C'] as const
export type PetroleumClass = (typeof petroleumClasses)[number]

/**
 * A class holds products whose flash point is below its limit, in tenths of a degree Celsius; `freeLitres` in tenths of
 * a litre.
 */
const limits: readonly { name: PetroleumClass; below: number; freeLitres: number }[] = [
  { name: 'A', below: 230, freeLitres: 300 },
  { name: 'B', below: 650, freeLitres: 25_000 },
  { name: 'C', below: 930, freeLitres: 450_000 },
]

/** The class of a flash point in tenths of a degree; none from 93 °C on, where no licence is needed. */
export const petroleumClassOf = (flashPoint: number): PetroleumClass | undefined =>
  limits.find(({ below }) => flashPoint < below)?.name

/** The usual quantity of a class that needs no licence, in tenths of a litre. */
export const standardFreeLitres = (of: PetroleumClass) => limits.find(({ name }) => name === of)!.freeLitres
