import { sum } from '../../../resources/define/amounts.ts'
import { kilograms } from '../../../resources/define/show.ts'
import type { TripCandidates } from '../../../resources/dispatches/commands/trips.ts'
import { countText } from '../../derive/record/when.ts'

export type Candidate = TripCandidates['lrs'][number]

/** LRs that are unloaded at one place. */
export interface Stop {
  shipToId: number | null
  shipTo: string
  city: string
  lrs: Candidate[]
}

/** LRs by their ship-to, in the order in which each ship-to comes first. */
export const stopsOf = (lrs: readonly Candidate[]): Stop[] =>
  [...Map.groupBy(lrs, ({ shipToId, city }) => (shipToId === null ? `in ${city}` : String(shipToId)))].map(
    ([, some]) => {
      const { shipToId, shipTo, city } = some[0]!
      return { shipToId, shipTo, city, lrs: some }
    },
  )

/** What a vehicle carries of these LRs. */
export const loadText = (lrs: readonly Candidate[]): string =>
  [
    countText(lrs.length, 'LR'),
    countText(sum(lrs.map(({ packages }) => packages)), 'package'),
    kilograms(sum(lrs.map(({ chargedWeightKg }) => chargedWeightKg))),
  ].join(' · ')

/** The LRs with those of one stop moved one place up. */
export function withStopUp(stops: readonly Stop[], index: number): Candidate[] {
  const moved = [...stops]
  const [stop] = moved.splice(index, 1)
  moved.splice(Math.max(0, index - 1), 0, stop!)
  return moved.flatMap(({ lrs }) => lrs)
}
