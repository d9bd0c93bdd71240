import { laneFor } from '../../../resources/dispatches/expected-delivery.ts'
import type { LaneRecord } from '../../../resources/dispatches/lane-record.ts'
import type { OrderInput } from '../../../resources/orders/order-input.ts'
import { type PromiseExplanation, promiseWords } from '../../../resources/orders/quote/promise.ts'
import { rowUsed } from '../../../resources/orders/trace.ts'
import { expectedDeliveryDays } from '../../../resources/shipment-tracking/expected-delivery-days.ts'
import type { OrderFacts } from './order-facts.ts'
import { travelOf } from './promise-date.ts'

/** Explains the promised date of a line from a plant, with the delivery record of its lane; null without a plant. */
export function explainPromise(
  facts: OrderFacts,
  input: OrderInput,
  plantId: number | null,
  records: ReadonlyMap<number, LaneRecord>,
): PromiseExplanation | null {
  if (plantId === null) return null
  const { transit, shipTo, settings } = facts
  const lane = laneFor(
    transit.lanes.filter(row => row.plantId === plantId),
    shipTo.cityId,
  )
  const { holidays } = transit
  const travel = travelOf(facts, plantId)
  const { requestedDeliveryDate: askedFor } = input
  return {
    words: promiseWords({ ...travel, lane, defaultDays: settings['edd.default_days'], askedFor, holidays }),
    row:
      lane &&
      rowUsed(expectedDeliveryDays.name, lane, ['plantId', 'stateId', 'cityId', 'transMode', 'days', 'dayType']),
    record: records.get(plantId) ?? null,
  }
}
