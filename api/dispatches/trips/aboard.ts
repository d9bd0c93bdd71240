import type { Knex } from 'knex'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import { type TripLr, tripLr } from '../../../resources/dispatches/trips/trip-lr.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateEach } from '../../derive/save/write.ts'
import { readHeldLr } from '../events/lr-subject.ts'

/** An LR that a vehicle carries. */
export interface Aboard {
  on: TripLr
  lr: Lr
}

/** The LRs that are on a trip now, held until the transaction ends; those of one stop where it is named. */
export async function aboard(trx: Knex, tripId: number, stopId?: number): Promise<Aboard[]> {
  await trx('trip').where({ id: tripId }).forUpdate().first('id')
  const on = await rowsOf(trx, tripLr, rows =>
    rows
      .where({ tripId, ...(stopId !== undefined && { stopId }) })
      .whereNotNull('heldLrId')
      .orderBy('lrId')
      .forUpdate(),
  )
  const found: Aboard[] = []
  for (const one of on) found.push({ on: one, lr: await readHeldLr(trx, one.lrId) })
  return found
}

/** The LRs that a trip carried to its end or carries still: not those that were taken off before. */
export const carried = (db: Knex, tripId: number): Promise<Lr[]> =>
  rowsOf(db, lr, rows =>
    rows.whereIn('id', db('trip_lr').where({ tripId }).whereNull('reason').select('lrId')).orderBy('id'),
  )

/** Takes LRs off their vehicle, from when another may have them. */
export const putOff = (trx: Knex, on: readonly TripLr[], offAt: string, reason: string | null, author: Author) =>
  updateEach(
    trx,
    tripLr,
    on.map(before => ({ before, asked: { heldLrId: null, offAt, reason } })),
    author,
  )
