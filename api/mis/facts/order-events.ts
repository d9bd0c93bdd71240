import type { Knex } from 'knex'
import {
  type CountedStep,
  type OrderEventFact,
  type OrderPlace,
  orderEvents,
  orderEventsOf,
  placeColumns,
} from '../../../resources/mis/orders/order-event.ts'
import { indianDay } from '../../platform/sql-words.ts'

/** What became of these orders, as their steps now say; most saves are of drafts, of which nothing has become yet. */
export async function eventsOfOrders(trx: Knex, orderIds: readonly number[]): Promise<OrderEventFact[]> {
  const steps: CountedStep[] = await trx('order_step')
    .whereIn('orderId', [...orderIds])
    .where(any => any.where('step', 'submit').orWhereIn('toStatus', [...orderEvents]))
    .orderBy('id')
    .select('id', 'orderId', 'step', 'toStatus', 'at')
  if (steps.length === 0) return []
  const ofOrder = Map.groupBy(steps, ({ orderId }) => orderId)
  const places: ({ id: number } & OrderPlace)[] = await trx('order')
    .whereIn('id', [...ofOrder.keys()])
    .select('id', ...placeColumns)
  return places.flatMap(({ id, ...place }) => orderEventsOf(place, ofOrder.get(id) ?? []))
}

/** Where what is counted of a month differs from the steps of its orders, a sentence each. */
export async function eventDifferences(db: Knex): Promise<string[]> {
  const counted = await monthsOf(db, [db('order_event_fact').select('day', 'event')])
  const taken = await monthsOf(
    db,
    orderEvents.map(event => stepsOf(db, event)),
  )
  return [...new Set([...counted.keys(), ...taken.keys()])].toSorted().flatMap(key => {
    const [facts, steps] = [counted.get(key) ?? 0, taken.get(key) ?? 0]
    return facts === steps ? [] : [`${key}: ${facts} orders are counted, and ${steps} have such a step`]
  })
}

/** How often each of these things happened in each month. */
async function monthsOf(db: Knex, rows: Knex.QueryBuilder[]): Promise<Map<string, number>> {
  const counts: { month: string; event: string; count: number }[] = await db
    .from(db.unionAll(rows).as('happened'))
    .groupByRaw('substr(day, 1, 7), event')
    .select(db.raw('substr(day, 1, 7) as ??', ['month']), 'event')
    .count({ count: '*' })
  return new Map(counts.map(({ month, event, count }) => [`${event} in ${month}`, Number(count)]))
}

/** The steps that count as this event, from the history of orders alone: the rules of the facts once more, in SQL. */
const stepsOf = (db: Knex, event: (typeof orderEvents)[number]): Knex.QueryBuilder => {
  const [column, value, other] =
    event === 'SUBMITTED' ? ['step', 'submit', 'other.id < taken.id'] : ['toStatus', event, 'other.id > taken.id']
  return db('order_step as taken')
    .where(`taken.${column}`, value)
    .whereNotExists(
      db('order_step as other')
        .where(`other.${column}`, value)
        .whereRaw(`other.orderId = taken.orderId and ${other}`)
        .select(db.raw('1')),
    )
    .select(db.raw(`${indianDay(db, 'taken.at')} as day, ? as event`, [event]))
}
