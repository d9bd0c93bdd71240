import type { Knex } from 'knex'
import type { ReportQuery } from '../../derive/extend.ts'
import { daysBetween, indianDay } from '../../platform/sql-words.ts'
import { ofOrder } from './ordered.ts'

/** One row for each order that lapsed. A lapsed order stays so; only a copy of it goes on. */
export const deadOrdersQuery: ReportQuery = (db, reader) =>
  db('order')
    .join('order_step as death', on => on.on('death.orderId', 'order.id').andOnVal('death.toStatus', 'DEAD'))
    .where('order.status', 'DEAD')
    .select(
      'order.id',
      ...ofOrder(db, reader, 'orderNo', 'draftNo', 'grossValue'),
      'death.fromStatus as statusBefore',
      'death.at as diedAt',
      db.raw(`${indianDay(db, 'death.at')} as ??`, ['diedOn']),
      db.raw(`${daysBetween(db, indianDay(db, 'death.at'), indianDay(db, lastStep(db)))} as ??`, ['daysIdle']),
    )

/** When anything happened to the order for the last time before it lapsed. */
const lastStep = (db: Knex) =>
  `(${db('order_step as former')
    .whereRaw('former.orderId = death.orderId and former.id < death.id')
    .select(db.raw('max(former.at)'))
    .toQuery()})`
