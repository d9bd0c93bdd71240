import { addDays, dayOf, instantOf } from '../define/dates.ts'

const HOUR = 3_600_000

/**
 * The value with tax, in paise, above which goods travel with an e-way bill: that of the state for goods that stay in it,
 * else the general one.
 */
export const ewayThreshold = (
  way: { fromStateId: number; toStateId: number },
  ofState: number | null,
  general: number,
): number => (way.fromStateId === way.toStateId ? (ofState ?? general) : general)

/** When an e-way bill ends whose Part B was entered at `partBAt`: at the last minute of a day, one for each `kmADay` or part of it. */
export const ewayEnd = (partBAt: string, km: number, kmADay: number): string =>
  instantOf(addDays(dayOf(partBAt), Math.ceil(km / kmADay)), '23:59')

/** Whole hours until an e-way bill ends; negative once it has. */
export const hoursLeft = (validTo: string, now: string): number =>
  Math.floor((Date.parse(validTo) - Date.parse(now)) / HOUR)

/** From when until when the validity of an e-way bill can be extended. */
export const extensionWindow = (validTo: string, hours: number): { from: string; to: string } => ({
  from: new Date(Date.parse(validTo) - hours * HOUR).toISOString(),
  to: new Date(Date.parse(validTo) + hours * HOUR).toISOString(),
})
