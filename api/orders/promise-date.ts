import type { Knex } from 'knex'
import { addDays, timeOf } from '../../resources/define/dates.ts'
import { transitFrom } from '../dispatches/expected-on.ts'
import { now } from '../platform/clock.ts'
import type { OrderFacts } from './facts.ts'
import type { OrderInput } from './order-input.ts'
import type { QuotedLine } from './quote.ts'

/** After this hour an order counts as placed the next day, where the CnF names no cut-off of its own. */
const CUT_OFF = '15:00'

/** For each line the day it can be promised for (§D.7): transit from its plant, or the day asked for when that is later. */
export async function promiseDates(
  db: Knex,
  facts: OrderFacts,
  input: OrderInput,
  lines: QuotedLine[],
): Promise<(string | null)[]> {
  const plants = [...new Set(lines.map(({ plantId }) => plantId).filter(id => id !== null))]
  const transMode = input.transMode ?? facts.customer.defaultTransMode
  const starts = timeOf(now()) >= CUT_OFF ? addDays(facts.day, 1) : facts.day
  const arrives = await transitFrom(db, plants, { ...facts.shipTo, transMode }, facts.settings['edd.default_days'])
  return lines.map(({ plantId }) => {
    if (plantId === null) return null
    const arrival = arrives(plantId, starts)
    return arrival > input.requestedDeliveryDate ? arrival : input.requestedDeliveryDate
  })
}
