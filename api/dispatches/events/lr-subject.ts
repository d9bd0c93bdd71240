import type { Knex } from 'knex'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import type { LrSubject } from '../../../resources/dispatches/lr-process.ts'
import { type TrackingEvent, trackingEvent } from '../../../resources/dispatches/tracking-event.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { notFound } from '../../platform/errors.ts'
import { ordersOnLr } from './invoices-of-lr.ts'

/** Keeps others from changing an LR until the transaction ends; before anything else of it is read. */
export const holdLr = (trx: Knex, id: number) => trx('lr').where({ id }).forUpdate().first('id')

/** Reads an LR and keeps others from changing it. Throws 404 when there is none. */
export async function readHeldLr(trx: Knex, id: number): Promise<Lr> {
  await holdLr(trx, id)
  const [row] = await rowsOf(trx, lr, rows => rows.where({ id }))
  if (!row) throw notFound()
  return row
}

/** A consignment as its flow asks for it. */
export async function subjectOf(trx: Knex, row: Lr): Promise<LrSubject> {
  const closed = await trx('order')
    .whereIn('id', await ordersOnLr(trx, row.id))
    .where('status', 'CLOSED')
    .first('id')
  const { deliveryStatus: status, podStatus, billStatus } = row
  return { status, podStatus, billStatus, orderIsClosed: closed !== undefined }
}

/** All events of an LR, those that are void too. */
export const eventsOf = (trx: Knex, lrId: number): Promise<TrackingEvent[]> =>
  rowsOf(trx, trackingEvent, rows => rows.where({ lrId }))
