import type { Knex } from 'knex'
import type { ReportQuery } from '../derive/extend.ts'
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
    .select(db.raw('coalesce((?), 0) as ??', [receivedInAll(db), 'receivedInAll']))
    .select(db.raw('(?) as ??', [receivedUpTo(db), 'deliveredOn']))
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

const receivedInAll = (db: Knex) => receipts(db).sum('receipt.qty')

/** The day on which as much had come as the schedule and those before it ask for. */
const receivedUpTo = (db: Knex) =>
  receipts(db)
    .whereRaw(
      `(${receipts(db, 'earlier').whereRaw('earlier.day <= receipt.day').sum('earlier.qty').toQuery()}) >= asked.${UNTIL}`,
    )
    .min('receipt.day')

/** What was received of a line: goods on LRs that arrived, whole invoices where goods are not listed, and collections. */
function receipts(db: Knex, name = 'receipt'): Knex.QueryBuilder {
  const lines = () =>
    db('invoice_line')
      .join('invoice', 'invoice.id', 'invoice_line.invoiceId')
      .where('invoice.isCancelled', 0)
      .where('invoice.invoiceType', 'INVOICE')
      .whereNotNull('invoice_line.orderLineId')
  const arrived = (rows: Knex.QueryBuilder) =>
    rows.where('lr.deliveryStatus', 'DELIVERED').whereNotNull('lr.deliveredOn')
  const goods = arrived(
    lines()
      .join('lr_line_item', 'lr_line_item.invoiceLineId', 'invoice_line.id')
      .join('lr', 'lr.id', 'lr_line_item.lrId'),
  ).select('invoice_line.orderLineId', 'lr.deliveredOn as day', 'lr_line_item.qty')
  const whole = arrived(lines().join('lr_line', 'lr_line.invoiceId', 'invoice.id').join('lr', 'lr.id', 'lr_line.lrId'))
    .whereNotExists(db('lr_line_item').whereRaw('lr_line_item.lrLineId = lr_line.id').select(db.raw('1')))
    .select('invoice_line.orderLineId', 'lr.deliveredOn as day', 'invoice_line.qty')
  const collected = lines()
    .join('pwc_collection', 'pwc_collection.invoiceId', 'invoice.id')
    .where('pwc_collection.status', 'COLLECTED')
    .select(
      'invoice_line.orderLineId',
      db.raw(`${istDay(db, 'pwc_collection.collectedAt')} as day`),
      'invoice_line.qty',
    )
  return db.from(db.unionAll([goods, whole, collected]).as(name)).whereRaw(`${name}.orderLineId = asked.orderLineId`)
}
