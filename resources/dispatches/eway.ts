import { addDays, dayOf, instantOf } from '../define/dates.ts'
import type { EwayThreshold } from '../masters/e-way-threshold.ts'

const HOUR = 3_600_000
/** Rule 138(1) of the CGST Rules, where nobody has entered a threshold. */
const BY_LAW = 50_000_00

export type EwayRule = Pick<EwayThreshold, 'stateId' | 'movement' | 'goodsClass' | 'amount' | 'isUnconfirmed'>

/** From where to where goods go, and whether all of them are drugs. */
export interface Movement {
  fromStateId: number
  toStateId: number
  fromCityId: number | null
  toCityId: number | null
  areDrugs: boolean
}

/** Above which value in paise goods travel with an e-way bill: null where none is needed; and whether that is confirmed. */
export interface EwayNeed {
  above: number | null
  isUnconfirmed: boolean
  /** The state whose rule it is; null for that of every state. */
  stateId: number | null
}

/** The narrowest rule that fits: within the city before within the state, the state's own before all states', medicines before all goods. */
export function ewayNeed(rules: readonly EwayRule[], movement: Movement): EwayNeed {
  const width = (rule: EwayRule) =>
    Number(rule.movement !== 'WITHIN_CITY') * 4 + Number(rule.stateId === null) * 2 + Number(rule.goodsClass === 'ALL')
  const [rule] = rules.filter(one => fits(one, movement)).sort((a, b) => width(a) - width(b))
  if (!rule) return { above: BY_LAW, isUnconfirmed: false, stateId: null }
  return { above: rule.amount, isUnconfirmed: rule.isUnconfirmed, stateId: rule.stateId }
}

function fits({ stateId, movement, goodsClass }: EwayRule, way: Movement): boolean {
  if (goodsClass === 'MEDICINES' && !way.areDrugs) return false
  if (stateId !== null && stateId !== way.fromStateId) return false
  if (way.fromStateId !== way.toStateId) return movement === 'BETWEEN_STATES'
  return (
    movement === 'WITHIN_STATE' ||
    (movement === 'WITHIN_CITY' && way.fromCityId !== null && way.fromCityId === way.toCityId)
  )
}

/** Whether goods of a value travel with an e-way bill. */
export const needsEway = (value: number, above: number | null): boolean => above !== null && value > above

/** Whether an e-way bill had ended when the goods left: now, for those that leave today, else before the day of the LR. */
export const hadEnded = (
  validTo: string,
  { lrDate, today, now }: { lrDate: string; today: string; now: string },
): boolean => (lrDate >= today ? validTo < now : dayOf(validTo) < lrDate)

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
