import type { Knex } from 'knex'
import { addDays } from '../../../resources/define/dates.ts'
import { laneFor } from '../../../resources/dispatches/expected-delivery.ts'
import type { OrderInput } from '../../../resources/orders/order-input.ts'
import {
  type LaneRecord,
  type PromiseExplanation,
  promiseWords,
  RECORD_DAYS,
  RECORD_LEAST,
} from '../../../resources/orders/quote/promise.ts'
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
  const travel = travelOf(facts, plantId)
  const { requestedDeliveryDate: askedFor } = input
  return {
    words: promiseWords({ ...travel, lane, defaultDays: settings['edd.default_days'], askedFor }),
    row:
      lane &&
      rowUsed(expectedDeliveryDays.name, lane, ['plantId', 'stateId', 'cityId', 'transMode', 'days', 'dayType']),
    record: records.get(plantId) ?? null,
  }
}

/** Counts delivered and on-time consignments from each plant to the order's city; in one query. */
export async function laneRecords(
  db: Knex,
  { shipTo, customer, day }: OrderFacts,
  input: OrderInput,
): Promise<Map<number, LaneRecord>> {
  const records: { plantId: number; delivered: number; onTime: number }[] = await db('lr')
    .where({ toCityId: shipTo.cityId, transMode: input.transMode ?? customer.defaultTransMode })
    .whereNotNull('plantId')
    .whereBetween('deliveredOn', [addDays(day, -RECORD_DAYS), day])
    .groupBy('plantId')
    .select('plantId', db.raw('count(*) as delivered'))
    .select(
      db.raw('sum(case when ?? <= ?? then 1 else 0 end) as ??', ['deliveredOn', 'expectedDeliveryDate', 'onTime']),
    )
  const enough = records.filter(({ delivered }) => Number(delivered) >= RECORD_LEAST)
  return new Map(enough.map(row => [row.plantId, { delivered: Number(row.delivered), onTime: Number(row.onTime) }]))
}
