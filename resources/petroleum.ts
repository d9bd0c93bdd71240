/** The petroleum classes of the explosives authority (PESO): what counts in which class, and how much is free of a licence. */

export const petroleumClasses = ['A', 'B', 'C'] as const
export type PetroleumClass = (typeof petroleumClasses)[number]

/** A class holds what flashes below its limit, in tenths of a degree Celsius; `freeLitres` in tenths of a litre. */
const limits: readonly { name: PetroleumClass; below: number; freeLitres: number }[] = [
  { name: 'A', below: 230, freeLitres: 300 },
  { name: 'B', below: 650, freeLitres: 25_000 },
  { name: 'C', below: 930, freeLitres: 450_000 },
]

/** The class of a flash point in tenths of a degree; none from 93 °C on, where no licence is asked for. */
export const petroleumClassOf = (flashPoint: number): PetroleumClass | undefined =>
  limits.find(({ below }) => flashPoint < below)?.name

/** What may be stored of a class without a licence where nothing else is said, in tenths of a litre. */
export const usualFreeLitres = (of: PetroleumClass) => limits.find(({ name }) => name === of)!.freeLitres
