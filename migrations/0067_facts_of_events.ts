import type { Knex } from 'knex'
import { addColumn, allowEmpty, createIndex, replaceUnique } from './ddl.ts'

export { down } from './ddl.ts'

/** What PODs left as remarks of their event: they give a day and no hour. */
const BY_POD = ['By the POD', 'Packages short on the POD: %']

/**
 * Events get a day beside their hour, and say the facts of their LR: the booking what the LR holds now, where no later
 * event named a vehicle; where one did, the LR gets it. Hours that nobody said are taken off: a booking that was put at
 * nine in the morning was at the hour it was entered, a POD gives a day.
 */
export async function up(db: Knex) {
  const columns: Record<string, string> = {
    eventOn: `varchar(10) not null default ''`,
    driverName: `varchar(60){ci}`,
    driverMobile: `varchar(10){ci}`,
    transporterId: `int constraint tracking_event_transporterId_fk references transporter (id)`,
    lrNo: `varchar(20){ci}`,
    partBVehicleNo: `varchar(15){ci}`,
    partBAt: `varchar(24)`,
    sealNo: `varchar(30){ci}`,
    temperature: `bigint`,
    receivedBy: `varchar(60){ci}`,
  }
  for (const [name, type] of Object.entries(columns)) await addColumn(db, 'tracking_event', name, type)
  await addColumn(db, 'lr', 'formerNos', `varchar(255){ci}`)
  await addColumn(db, 'lr', 'sealNo', `varchar(30){ci}`)
  await addColumn(db, 'lr', 'temperature', `bigint`)
  await addColumn(db, 'lr', 'partBVehicleNo', `varchar(15){ci}`)
  await addColumn(db, 'lr', 'partBDue', `tinyint(1) not null default 0`)
  await createIndex(db, 'lr', 'lr_partBDue', 'partBDue')
  await createIndex(db, 'lr', 'lr_formerNos', 'formerNos')

  const isMysql = db.client.driverName === 'mysql2'
  const name = 'tracking_event_shipmentId_eventCode'
  await replaceUnique(
    db,
    'tracking_event',
    [`${name}_eventAt_voidNo_unique`, 'shipmentId, eventCode, eventAt, voidNo'],
    [`${name}_eventOn_eventAt_v_unique`, 'shipmentId, eventCode, eventOn, eventAt, voidNo'],
  )
  await allowEmpty(db, 'tracking_event', 'eventAt', 'varchar(24)')
  if (isMysql) await db.raw('alter table `tracking_event` drop index if exists tracking_event_lrId_eventAt')
  await createIndex(db, 'tracking_event', 'tracking_event_lrId_eventOn', 'lrId, eventOn')
  await createIndex(db, 'tracking_event', 'tracking_event_reason_lrId', 'reason, lrId')
  await createIndex(db, 'tracking_event', 'tracking_event_confirmation', 'confirmation')

  await sayFacts(db, isMysql)
}

async function sayFacts(db: Knex, isMysql: boolean) {
  const day = isMysql
    ? `left(replace(replace(eventAt, 'T', ' '), 'Z', '') + interval 330 minute, 10)`
    : `date(eventAt, '+330 minutes')`
  const events = () => db('tracking_event')
  const bookings = () => events().where('eventCode', 'BOOKED')
  await bookings().where('eventAt', 'like', '%T03:30:00.000Z').whereNot('eventAt', db.ref('createdAt')).update({ eventAt: db.ref('createdAt') })
  await events().where('eventOn', '').whereNotNull('eventAt').update({ eventOn: db.raw(day) })
  await events().where(of => BY_POD.forEach(words => of.orWhere('remarks', 'like', words))).update({ eventAt: null })

  const ofLr = (column: string) => db('lr').whereRaw('lr.id = tracking_event.lrId').select(column)
  const kept = ['transporterId', 'vehicleNo', 'driverName', 'driverMobile', 'partBAt']
  await bookings()
    .whereNull('lrNo')
    .update({
      ...Object.fromEntries(kept.map(name => [name, ofLr(name)])),
      partBVehicleNo: db('lr').whereRaw('lr.id = tracking_event.lrId').whereNotNull('partBAt').select('vehicleNo'),
      lrNo: ofLr('lrNo'),
    })
  await db('lr').whereNull('partBVehicleNo').whereNotNull('partBAt').update({ partBVehicleNo: db.ref('vehicleNo') })

  const later: { lrId: number; vehicleNo: string; eventAt: string }[] = await events()
    .whereNot('eventCode', 'BOOKED')
    .whereNotNull('vehicleNo')
    .whereNotNull('eventAt')
    .where('voidNo', 0)
    .whereNotIn('confirmation', ['AWAITED', 'DECLINED'])
    .orderBy(['eventOn', 'eventAt', 'id'])
    .select('lrId', 'vehicleNo', 'eventAt')
  for (const { lrId, vehicleNo, eventAt } of later) {
    // Whoever reported it said that Part B names the vehicle already.
    await events().where({ lrId, eventAt, vehicleNo }).whereIn('eventAt', db('lr').where('id', lrId).select('partBAt')).update({ partBVehicleNo: vehicleNo, partBAt: eventAt })
    await db('lr').where({ id: lrId, partBAt: eventAt }).update({ partBVehicleNo: vehicleNo })
    await db('lr').where('id', lrId).update({ vehicleNo })
  }
  await db('lr')
    .whereIn('id', later.map(({ lrId }) => lrId))
    .whereIn('deliveryStatus', ['BOOKED', 'IN_TRANSIT', 'AT_HUB', 'OUT_FOR_DELIVERY', 'UNDELIVERED', 'PARTIAL_DELIVERED'])
    .where(other => other.whereNull('partBVehicleNo').orWhereNot('partBVehicleNo', db.ref('vehicleNo')))
    .whereIn('id', db('lr_line').whereNotNull('ewayBillNo').select('lrId'))
    .update({ partBDue: 1 })
}
