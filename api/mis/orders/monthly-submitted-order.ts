import { orderEvents } from '../../../resources/mis/orders/order-event.ts'
import type { ReportQuery } from '../../derive/extend.ts'
import { mappedSelection } from '../mapped-selection.ts'
import { holidaysFor, officeHours } from './moments.ts'
import { accountOwner, columnOfRow, isNeeded } from './ordered.ts'

/** One row for each first submit and each last approval of an order, and for how it ended otherwise. */
export const monthlySubmittedOrderQuery: ReportQuery = (db, reader) => {
  const hours = isNeeded(reader, 'hours')
    ? `case when event = 'APPROVED' and submittedAt is not null then ${officeHours(db, holidaysFor(reader), 'submittedAt', 'at')} end`
    : 'nullif(0, 0)'
  return db('order_event_fact').select(
    'id',
    ...['orderId', 'customerId', 'soldToId', 'sbuId', 'channelId', 'placedById'],
    accountOwner(db, reader, 'order_event_fact'),
    columnOfRow(db, reader, 'order', 'orderNo', 'order_event_fact.orderId'),
    columnOfRow(db, reader, 'order', 'orderDate', 'order_event_fact.orderId'),
    ...mappedSelection(db, reader, 'order_event_fact'),
    ...['event', 'at as happenedAt', 'day as happenedOn'],
    ...orderEvents.map(name => db.raw(`case when event = '${name}' then 1 else 0 end as ??`, [name.toLowerCase()])),
    db.raw(`${hours} as hours`),
  )
}
