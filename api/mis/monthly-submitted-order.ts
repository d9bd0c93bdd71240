import type { Knex } from 'knex'
import { orderEvents } from '../../resources/mis/monthly-submitted-order.ts'
import type { ReportQuery } from '../derive/extend.ts'
import { istDay, officeHours } from './moments.ts'
import { accountOwner } from './ordered.ts'
import { mappedSelection } from './sales-stamps.ts'

/** One row for each first submit and each last approval of an order, and for how it ended otherwise. */
export const monthlySubmittedOrderQuery: ReportQuery = (db, reader) => {
  const first = stepOf(db, 'min', rows => rows.where('order_step.step', 'submit'))
  const into = (status: string) => stepOf(db, 'max', rows => rows.where('order_step.toStatus', status))
  return db
    .from(
      db
        .unionAll([
          first.select(db.raw("'SUBMITTED' as event")),
          ...orderEvents
            .filter(event => event !== 'SUBMITTED')
            .map(event => into(event).select(db.raw('? as event', [event]))),
        ])
        .as('step'),
    )
    .join('order_step as happened', 'happened.id', 'step.id')
    .join('order', 'order.id', 'happened.orderId')
    .select(
      'step.id',
      'order.id as orderId',
      ...['orderNo', 'orderDate', 'customerId', 'soldToId', 'sbuId', 'channelId', 'placedById'].map(
        name => `order.${name}`,
      ),
      ...mappedSelection(db, reader, 'order'),
      accountOwner(db),
      'step.event',
      db.raw(`${istDay(db, 'happened.at')} as ??`, ['happenedOn']),
      ...orderEvents.map(event =>
        db.raw('case when step.event = ? then 1 else 0 end as ??', [event, event.toLowerCase()]),
      ),
      db.raw(`case when step.event = 'APPROVED' then ${officeHours(db, firstSubmit(db), 'happened.at')} end as ??`, [
        'hours',
      ]),
    )
}

/** The first or the last such step of each order. */
const stepOf = (db: Knex, which: 'min' | 'max', narrow: (rows: Knex.QueryBuilder) => Knex.QueryBuilder) =>
  narrow(
    db('order_step')
      .groupBy('order_step.orderId')
      .select(db.raw(`${which}(order_step.id) as id`)),
  )

const firstSubmit = (db: Knex) =>
  `(${db('order_step as submit')
    .whereRaw("submit.orderId = happened.orderId and submit.step = 'submit'")
    .select(db.raw('min(submit.at)'))
    .toQuery()})`
