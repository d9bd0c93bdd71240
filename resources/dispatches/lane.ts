import { mulDiv } from '../define/amounts.ts'

/** A row of Transporter Mapping towards the state of a destination: money in paise. */
export interface TransporterLane {
  transporterId: number
  cityId: number | null
  priority: number
  ratePerKg: number | null
  minFreight: number
}

/**
 * The lanes to a city, one per transporter, in the order in which transporters are proposed: the city's before the state's,
 * then by priority.
 */
export function lanesTo<L extends TransporterLane>(lanes: readonly L[], cityId: number | null): L[] {
  const fitting = lanes
    .filter(lane => lane.cityId === null || lane.cityId === cityId)
    .sort((a, b) => Number(a.cityId === null) - Number(b.cityId === null) || a.priority - b.priority)
  return fitting.filter(
    (lane, place) => place === fitting.findIndex(first => first.transporterId === lane.transporterId),
  )
}

/** The expected freight for a weight in grams, in paise: by the kilogram, at least the minimum of the lane. */
export function expectedFreight(
  { ratePerKg, minFreight }: Pick<TransporterLane, 'ratePerKg' | 'minFreight'>,
  weight: number,
) {
  if (ratePerKg === null) return minFreight === 0 ? null : minFreight
  return Math.max(minFreight, mulDiv(ratePerKg, weight, 1000))
}
