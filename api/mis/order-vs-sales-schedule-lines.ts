import type { Knex } from 'knex'
import type { ReportQuery } from '../derive/extend.ts'
import { isSqlite } from '../platform/database.ts'
import { daysFrom, istDay } from './moments.ts'
import { accountOwner, GONE, orderedOnly } from './ordered.ts'

/** One row for each schedule of a line that counts as ordered; receipts fill the earliest schedule of a line first. */
export const orderVsSalesScheduleLinesQuery: ReportQuery = (db, { day }) => {
  const asked = db
    .from(schedules(db).as('schedule'))
    .select('schedule.*')
    // What was cancelled of a line comes off its last schedules.
    .select(db.raw(`${least('upTo', 'wanted')} as ??`, ['until']))
    .select(db.raw(`${least('upTo - scheduledQty', 'wanted')} as ??`, ['before']))
  const received = db
    .from(asked.as('asked'))
    .select('asked.*')
    .select(db.raw('?? - ?? as ??', ['until', 'before', 'qty']))
    .select(db.raw(`${receivedBy(db)} as ??`, ['receivedInAll']))
    .select(db.raw(`case when ${receivedBy(db)} >= asked.${UNTIL} then ${receivedUpTo(db)} end as ??`, ['deliveredOn']))
  // Otherwise SQLite works each of them out anew wherever a column below names it.
  if (isSqlite(db)) received.groupBy('asked.id', 'asked.requestedDate')
  const delivered = `case when receivedInAll <= ${BEFORE} then 0 when receivedInAll >= ${UNTIL} then qty else receivedInAll - ${BEFORE} end`
  const late = `case when qty = 0 or coalesce(deliveredOn, ?) <= requestedDate then 0 else ${daysFrom(db, 'requestedDate', 'coalesce(deliveredOn, ?)')} end`
  const dueBy = (date: string) => `(qty > 0 and ${date} <= ?)`
  const keptBy = (date: string) => `(${dueBy(date)} and deliveredOn <= ${date})`
  const flag = (condition: string, name: string, days: number) =>
    db.raw(`case when ${condition} then 1 else 0 end as ??`, [...Array<string>(days).fill(day), name])
  return db
    .from(received.as('received'))
    .select('id', 'orderId', 'orderNo', 'lineNo', 'scheduleNo', 'customerId', 'soldToId', 'sbuId', 'channelId')
    .select('employeeId', 'placedById', 'productId', 'plantId', 'requestedDate', 'confirmedDate')
    .select('expectedDeliveryDate', 'uom', 'qty', 'confirmedQty')
    .select(db.raw('case when qty > 0 then deliveredOn end as ??', ['deliveredOn']))
    .select(db.raw(`${delivered} as ??`, ['deliveredQty']), db.raw(`qty - ${delivered} as ??`, ['openQty']))
    .select(db.raw(`${late} as ??`, [day, day, 'delayDays']))
    .select(flag(`${late} > 0`, 'isLate', 2))
    .select(
      db.raw(`case when ${keptBy('requestedDate')} then 'YES' when ${dueBy('requestedDate')} then 'NO' end as ??`, [
        ...[day, day],
        'otif',
      ]),
      flag(dueBy('requestedDate'), 'due', 1),
      flag(keptBy('requestedDate'), 'kept', 1),
      db.raw(`case when ${keptBy('requestedDate')} then 10000 when ${dueBy('requestedDate')} then 0 end as ??`, [
        ...[day, day],
        'otifPct',
      ]),
      flag(dueBy('confirmedDate'), 'dueByConfirmed', 1),
      flag(keptBy('confirmedDate'), 'keptByConfirmed', 1),
      db.raw(`case when ${keptBy('confirmedDate')} then 10000 when ${dueBy('confirmedDate')} then 0 end as ??`, [
        ...[day, day],
        'confirmedOtifPct',
      ]),
    )
}

const [BEFORE, UNTIL] = ['`before`', '`until`']
const least = (one: string, other: string) => `case when ${one} < ${other} then ${one} else ${other} end`

const schedules = (db: Knex) =>
  orderedOnly(
    db('schedule_line')
      .join('order_line', 'order_line.id', 'schedule_line.orderLineId')
      .join('order', 'order.id', 'order_line.orderId'),
  )
    .whereNotIn('order_line.lineStatus', GONE)
    .select(
      'schedule_line.id',
      'schedule_line.orderLineId',
      'order.id as orderId',
      ...['orderNo', 'customerId', 'sbuId', 'channelId', 'placedById'].map(name => `order.${name}`),
      accountOwner(db),
      ...['lineNo', 'productId', 'plantId', 'uom'].map(name => `order_line.${name}`),
      ...['scheduleNo', 'requestedDate', 'confirmedDate', 'expectedDeliveryDate', 'confirmedQty'].map(
        name => `schedule_line.${name}`,
      ),
      'schedule_line.qty as scheduledQty',
      db.raw('coalesce(order_line.soldToId, ??) as ??', ['order.soldToId', 'soldToId']),
      db.raw(
        `case when order_line.lineStatus = 'CANCELLED' or ?? = 'CANCELLED' then 0 else order_line.qty - order_line.cancelledQty end as ??`,
        ['order.status', 'wanted'],
      ),
      db.raw('(?) as ??', [upTo(db), 'upTo']),
    )

/** What a line asks for up to and with a schedule. */
const upTo = (db: Knex) =>
  db('schedule_line as earlier')
    .whereRaw('earlier.orderLineId = schedule_line.orderLineId')
    .whereRaw(
      '(earlier.requestedDate < schedule_line.requestedDate or (earlier.requestedDate = schedule_line.requestedDate and earlier.scheduleNo <= schedule_line.scheduleNo))',
    )
    .sum('earlier.qty')

const RECEIPTS = ['goods', 'whole', 'collected'] as const
type Receipt = (typeof RECEIPTS)[number]

/** What was received of a line in all, or up to and with a day. */
const receivedBy = (db: Knex, day?: string) =>
  `(${RECEIPTS.map(kind => {
    const { rows, qty, on } = receipts(db, kind, day === undefined ? 'r' : 'e')
    return `coalesce((${(day === undefined ? rows : rows.whereRaw(`${on} <= ${day}`)).select(db.raw(`sum(${qty})`)).toQuery()}), 0)`
  }).join(' + ')})`

/** The day on which as much had come as the schedule and those before it ask for: the earliest of such receipts. */
const receivedUpTo = (db: Knex) => {
  const days = RECEIPTS.map(kind => {
    const { rows, on } = receipts(db, kind, 'r')
    return `coalesce((${rows
      .whereRaw(`${receivedBy(db, on)} >= asked.${UNTIL}`)
      .select(db.raw(`min(${on})`))
      .toQuery()}), '${NEVER}')`
  })
  const earliest = isSqlite(db) ? `min(${days.join(', ')})` : `least(${days.join(', ')})`
  return `nullif(${earliest}, '${NEVER}')`
}
/** After every day on which something may come. */
const NEVER = '9999-12-31'

/**
 * What was received of a line: goods on LRs that arrived, whole invoices where goods are not listed, and collections. Each
 * by itself, since a union would be read whole for every line.
 */
function receipts(db: Knex, kind: Receipt, as: string): { rows: Knex.QueryBuilder; qty: string; on: string } {
  const lines = db(`invoice_line as ${as}`)
    .join(`invoice as ${as}i`, `${as}i.id`, `${as}.invoiceId`)
    .where(`${as}i.isCancelled`, 0)
    .where(`${as}i.invoiceType`, 'INVOICE')
    .whereRaw(`${as}.orderLineId = asked.orderLineId`)
  if (kind === 'collected')
    return {
      rows: lines
        .join(`pwc_collection as ${as}c`, `${as}c.invoiceId`, `${as}i.id`)
        // By its invoice, not by its status: most of all collections have this one.
        .whereRaw(`coalesce(${as}c.status, '') = 'COLLECTED'`)
        .whereNotNull(`${as}c.collectedAt`),
      qty: `${as}.qty`,
      on: istDay(db, `${as}c.collectedAt`),
    }
  const onLrs =
    kind === 'goods'
      ? lines
          .join(`lr_line_item as ${as}g`, `${as}g.invoiceLineId`, `${as}.id`)
          .join(`lr as ${as}l`, `${as}l.id`, `${as}g.lrId`)
      : lines
          .join(`lr_line as ${as}w`, `${as}w.invoiceId`, `${as}i.id`)
          .join(`lr as ${as}l`, `${as}l.id`, `${as}w.lrId`)
          .whereNotExists(db('lr_line_item').whereRaw(`lr_line_item.lrLineId = ${as}w.id`).select(db.raw('1')))
  return {
    rows: onLrs.where(`${as}l.deliveryStatus`, 'DELIVERED').whereNotNull(`${as}l.deliveredOn`),
    qty: kind === 'goods' ? `${as}g.qty` : `${as}.qty`,
    on: `${as}l.deliveredOn`,
  }
}
