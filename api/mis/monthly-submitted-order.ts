import type { Knex } from 'knex'
import { orderEvents } from '../../resources/mis/monthly-submitted-order.ts'
import type { ReportQuery } from '../derive/extend.ts'
import { withSharedId } from '../derive/list/source.ts'
import { holidaysFor, istDay, officeHours } from './moments.ts'
import { isNeeded, ofOrder } from './ordered.ts'
import { mappedSelection } from './sales-stamps.ts'

/**
 * One row for each first submit and each last approval of an order, and for how it ended otherwise. A submit that needs no
 * approval is both, so the two kinds share one range of ids.
 */
export const monthlySubmittedOrderQuery: ReportQuery = (db, reader) =>
  orderEvents.map(event => {
    const rows = event === 'SUBMITTED' ? firstSubmits(db) : lastStepsInto(db, event)
    const hasHours = event === 'APPROVED' && isNeeded(reader, 'hours')
    const hours = hasHours ? officeHours(db, holidaysFor(reader), 'submit.at', 'happened.at') : 'nullif(0, 0)'
    withSharedId(rows, db, reader, { column: 'happened.id', kinds: 2, place: event === 'SUBMITTED' ? 1 : 0 })
    return (hasHours ? besideFirstSubmit(db, rows) : rows)
      .join('order', 'order.id', 'happened.orderId')
      .select(
        ...ofOrder(db, reader, 'orderNo', 'orderDate'),
        ...mappedSelection(db, reader, 'order'),
        db.raw('? as event', [event]),
        'happened.at as happenedAt',
        db.raw(`${istDay(db, 'happened.at')} as ??`, ['happenedOn']),
        ...orderEvents.map(name => db.raw('? as ??', [name === event ? 1 : 0, name.toLowerCase()])),
        db.raw(`${hours} as hours`),
      )
  })

const firstSubmits = (db: Knex): Knex.QueryBuilder =>
  db('order_step as happened')
    .where('happened.step', 'submit')
    .whereNotExists(another(db, '<', 'happened').where('other.step', 'submit'))

const lastStepsInto = (db: Knex, status: string): Knex.QueryBuilder =>
  db('order_step as happened')
    .where('happened.toStatus', status)
    .whereNotExists(another(db, '>', 'happened').where('other.toStatus', status))

/** Steps beside the first submit of their order, if there was one. */
const besideFirstSubmit = (db: Knex, rows: Knex.QueryBuilder): Knex.QueryBuilder =>
  rows
    .leftJoin('order_step as submit', join =>
      join.on('submit.orderId', 'happened.orderId').onVal('submit.step', 'submit'),
    )
    .whereNotExists(another(db, '<', 'submit').where('other.step', 'submit'))

/** Steps of the same order before or after one. */
const another = (db: Knex, compare: '<' | '>', of: string) =>
  db('order_step as other')
    .whereRaw(`other.orderId = ${of}.orderId and other.id ${compare} ${of}.id`)
    .select(db.raw('1'))
