import type { Knex } from 'knex'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import { statusLabels } from '../../../resources/dispatches/lr-status.ts'
import { tripLr } from '../../../resources/dispatches/trips/trip-lr.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { now } from '../../platform/clock.ts'
import { putOff } from './aboard.ts'

/** An LR that goes nowhere any more is off the vehicle that it was planned for. */
export async function letGoOfTrip(trx: Knex, { id }: Pick<Lr, 'id'>, author: Author): Promise<void> {
  const on = await rowsOf(trx, tripLr, rows => rows.where('heldLrId', id))
  if (on.length === 0) return
  const [of] = await rowsOf(trx, lr, rows => rows.where({ id }))
  await putOff(trx, on, now(), `LR is ${statusLabels[of!.deliveryStatus].toLowerCase()}`, author)
}
