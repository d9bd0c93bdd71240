import type { Knex } from 'knex'
import { addWorkingDays, timeOf } from '../../../resources/define/dates.ts'
import type { Order } from '../../../resources/orders/order.ts'
import type { OrderInput } from '../../../resources/orders/order-input.ts'
import { promisedDay } from '../../../resources/orders/quote/promise.ts'
import { arrivalOf, readTransit } from '../../masters/expected-on.ts'
import { now, today } from '../../platform/clock.ts'
import { readSettings } from '../../platform/settings.ts'
import { cutOffsOf } from './cut-offs.ts'
import type { OrderFacts } from './order-facts.ts'
import type { QuotedLine } from './quote-line.ts'

/**
 * From this time on an order counts as placed on the next working day, unless the CnF at the plant has its own time.
 */
const CUT_OFF = '15:00'

/**
 * The promised date of a line: the arrival from its plant, or the requested date when that is later, on a working day
 * of the destination. Null without a plant.
 */
export function promiseDate(facts: OrderFacts, input: OrderInput, { plantId }: QuotedLine): string | null {
  if (plantId === null) return null
  return promisedDay(travelOf(facts, plantId).arrivesOn, input.requestedDeliveryDate, facts.transit.holidays)
}

/** When an order leaves a plant and reaches its ship-to. */
export function travelOf({ day, cutOffs, transit, shipTo, settings }: OrderFacts, plantId: number) {
  const cutOff = cutOffs.get(plantId) ?? CUT_OFF
  // The cut-off time matters only on the current day.
  const late = day === today() && isLate(now(), cutOff)
  const lrDate = late ? addWorkingDays(day, 1, transit.holidays) : day
  const way = { plantId, cityId: shipTo.cityId, lrDate }
  return { cutOff, late, leavesOn: lrDate, arrivesOn: arrivalOf(transit, way, settings['edd.default_days']) }
}

/** Gives the promised date of a submitted order from a plant, by today's masters; null without a plant. */
export async function promiseDatesOf(db: Knex, order: Order): Promise<(plantId: number | null) => string | null> {
  const { stateId, cityId } = await db('ship_to').where({ id: order.shipToId }).first('stateId', 'cityId')
  const transit = await readTransit(db, { stateId, transMode: order.transMode })
  const defaultDays = (await readSettings(db))['edd.default_days']
  const cutOffs = cutOffsOf(await db('cnf').where('isActive', 1).select('plantId', 'orderCutoffTime'))
  const { submittedAt, orderDate } = order
  return plantId => {
    if (plantId === null) return null
    const late = submittedAt !== null && isLate(submittedAt, cutOffs.get(plantId))
    const lrDate = late ? addWorkingDays(orderDate, 1, transit.holidays) : orderDate
    const arrivesOn = arrivalOf(transit, { plantId, cityId, lrDate }, defaultDays)
    return promisedDay(arrivesOn, order.requestedDeliveryDate, transit.holidays)
  }
}

const isLate = (instant: string, cutOff = CUT_OFF) => timeOf(instant) >= cutOff
