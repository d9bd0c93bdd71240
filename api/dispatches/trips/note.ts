import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { withDefaults } from '../../../resources/define/validate.ts'
import { type TripEvent, tripEvent } from '../../../resources/dispatches/trips/trip-event.ts'
import type { Author } from '../../derive/save/author.ts'
import { insertRows } from '../../derive/save/write.ts'
import { now, secondsFromNow } from '../../platform/clock.ts'
import { invalidField } from '../../platform/errors.ts'

type Noted = Pick<TripEvent, 'tripId' | 'kind' | 'at'> & Partial<TripEvent>

/** Keeps what happened on a trip. */
export async function noteOnTrip(trx: Knex, noted: Noted, author: Author): Promise<void> {
  await insertRows(trx, tripEvent, [withDefaults(tripEvent, { requestKey: randomUUID(), ...noted })], author)
}

/** Clocks of phones run a little ahead. */
const AHEAD_SECONDS = 300

/**
 * When something happened: as it is said, else now. Throws 400 for a moment in the future, and for one before what came
 * before it.
 */
export function momentSaid(said: unknown, before: string | null, what: string): string {
  const at = (said as string | null) ?? now()
  if (at > secondsFromNow(AHEAD_SECONDS)) throw invalidField('at', 'RANGE', `${what} must not be in the future`)
  if (before !== null && at < before)
    throw invalidField('at', 'RANGE', `${what} must not be before what was recorded last`)
  return at
}
