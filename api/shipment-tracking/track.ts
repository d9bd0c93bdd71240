import type { Knex } from 'knex'
import * as dispatch from '../../resources/dispatches/commands/tracking.ts'
import { type Bound, bind } from '../derive/command/serve-commands.ts'
import { now } from '../platform/clock.ts'
import { invalidField, notFound } from '../platform/errors.ts'
import type { RateLimits } from '../platform/http/rate-limit.ts'
import { readSettings } from '../platform/settings.ts'
import { findTracked } from './find-tracked.ts'
import { findUnsent } from './find-unsent.ts'

const windowSeconds = 10 * 60
const pauseSeconds = 15 * 60

/** How many wrong tries one number takes in a day, from wherever they come. */
const aDay = { tries: 50, seconds: 24 * 60 * 60 }
/** How many numbers somebody may try from one address, for each try that a single one takes. */
const numbersOfAnAddress = 6

/**
 * Where a consignment is, for whoever knows its PIN code or the last four digits of the mobile that gets its messages. A
 * wrong pair and an unknown number get the same 404. Five of them for one number from one address in ten minutes lead to
 * 429 for a quarter of an hour, as do thirty from one address, or fifty in a day for one number; a stranger elsewhere shuts
 * nobody out before that.
 */
export function trackCommand(limits: RateLimits): Bound {
  const allowance = { tries: 5, seconds: windowSeconds, pause: pauseSeconds }
  const byPair = limits.of('track-pair', allowance)
  const byAddress = limits.of('track-address', { ...allowance, tries: allowance.tries * numbersOfAnAddress })
  const byNumber = limits.of('track-number', aDay)

  return bind(dispatch.track, async (input, { trx: db, author }) => {
    demandProof(input)
    const tries = (await readSettings(db))['tracking.max_tries']
    const address = author.ip ?? 'unknown'
    const pair = `${address} ${input.number}`
    // Counted before looking up, so that parallel requests get no more tries.
    await byPair.take(pair, tries)
    await byAddress.take(address, tries * numbersOfAnAddress)
    await byNumber.take(input.number)
    const tracked = (await findTracked(db, input)) ?? (await findUnsent(db, input))
    await rememberTry(db, input, address, tracked !== null)
    if (!tracked)
      throw notFound('No shipment was found for this number with this PIN code or mobile number. Please check both.')
    await Promise.all([byPair.refund(pair), byAddress.refund(address), byNumber.refund(input.number)])
    return tracked
  })
}

const rememberTry = (db: Knex, { type, number }: dispatch.TrackInput, address: string, isFound: boolean) =>
  db('tracking_try').insert({
    at: now(),
    address,
    trackedBy: type,
    number,
    found: isFound,
    rowVersion: 1,
    createdAt: now(),
    updatedAt: now(),
  })

function demandProof({ pincode, last4 }: dispatch.TrackInput) {
  if (last4 !== null && !/^\d{4}$/.test(last4))
    throw invalidField('last4', 'FORMAT', 'Last 4 digits of the mobile must be 4 digits')
  if (pincode === null && last4 === null)
    throw invalidField(
      'pincode',
      'REQUIRED',
      'Enter the PIN code of the delivery address, or the last 4 digits of the mobile number',
    )
}
