import type { Knex } from 'knex'
import type { ReportQuery } from '../../derive/extend.ts'
import { daysBetween } from '../../platform/sql-words.ts'
import { accountOwner, columnOfRow } from '../orders/ordered.ts'

/** One row for each schedule of a line that counts as ordered. */
export const orderVsSalesScheduleLinesQuery: ReportQuery = (db, reader) => {
  const { day } = reader
  return db('schedule_fact').select(
    ...['id', 'orderId', 'customerId', 'soldToId', 'sbuId', 'channelId', 'placedById', 'productId', 'plantId'].map(of),
    ...['requestedDate', 'confirmedDate', 'firstConfirmedDate', 'uom', 'qty', 'deliveredQty', 'deliveredOn'].map(of),
    columnOfRow(db, reader, 'order', 'orderNo', of('orderId')),
    columnOfRow(db, reader, 'order_line', 'lineNo', of('orderLineId')),
    ...['scheduleNo', 'expectedDeliveryDate', 'confirmedQty'].map(name =>
      columnOfRow(db, reader, 'schedule_line', name, of('id')),
    ),
    accountOwner(db, reader, 'schedule_fact'),
    db.raw(`${of('qty')} - ${of('deliveredQty')} as ??`, ['openQty']),
    db.raw(
      `case when ${IS_LATE} then ${daysBetween(db, `coalesce(${THERE_OR_ENDED}, ?)`, of('requestedDate'))} else 0 end as ??`,
      [day, day, 'delayDays'],
    ),
    db.raw(`case when ${IS_LATE} then 1 else 0 end as ??`, [day, 'isLate']),
    ...onTimeBy(db, 'requestedDate', day, { due: 'due', kept: 'kept', percent: 'otifPct' }),
    ...onTimeBy(db, 'firstConfirmedDate', day, {
      ...{ due: 'dueByConfirmed', kept: 'keptByConfirmed', percent: 'confirmedOtifPct' },
    }),
    db.raw(`case when ${keptBy('requestedDate')} then 'YES' when ${isDueBy('requestedDate')} then 'NO' end as ??`, [
      day,
      day,
      'otif',
    ]),
  )
}

const of = (name: string) => `schedule_fact.${name}`
const THERE_OR_ENDED = `${of('deliveredOn')}, ${of('endedOn')}`
/** Of what is not there yet, by today; of what will not come any more, by the day on which its order ended. */
const IS_LATE = `${of('qty')} > 0 and coalesce(${THERE_OR_ENDED}, ?) > ${of('requestedDate')}`
const isDueBy = (date: string) => `(${of('qty')} > 0 and ${of(date)} <= ?)`
const keptBy = (date: string) => `(${isDueBy(date)} and ${of('deliveredOn')} <= ${of(date)})`

/** Whether a delivery is due by one of its dates, and whether the whole of it was there by then, once more as a percentage. */
function onTimeBy(db: Knex, date: string, day: string, names: Record<'due' | 'kept' | 'percent', string>): Knex.Raw[] {
  return [
    db.raw(`case when ${isDueBy(date)} then 1 else 0 end as ??`, [day, names.due]),
    db.raw(`case when ${keptBy(date)} then 1 else 0 end as ??`, [day, names.kept]),
    db.raw(`case when ${keptBy(date)} then 10000 when ${isDueBy(date)} then 0 end as ??`, [day, day, names.percent]),
  ]
}
