import type { Knex } from 'knex'
import type { NotYetSent, Tracked } from '../../resources/dispatches/tracked.ts'
import { type TrackedBy, trackedBy } from '../../resources/dispatches/tracking-steps.ts'
import type { Call } from '../derive/service.ts'
import { now } from '../platform/clock.ts'
import { invalid, notFound } from '../platform/errors.ts'
import type { RateLimits } from '../platform/rate-limit.ts'
import { readSettings } from '../platform/settings.ts'
import { findTracked } from './find-tracked.ts'
import { findUnsent } from './find-unsent.ts'

export interface TrackInput {
  type: TrackedBy
  number: string
  pincode: string | null
  last4: string | null
}

const windowSeconds = 10 * 60
const pauseSeconds = 15 * 60

/** How many wrong tries one number takes in a day, from wherever they come. */
const aDay = { tries: 50, seconds: 24 * 60 * 60 }
/** How many numbers somebody may try from one address, for each try that a single one takes. */
const numbersOfAnAddress = 6

/**
 * `POST /api/track { type, number, pincode? , last4? }`, without sign-in: where a consignment is, for whoever knows its
 * PIN code or the last four digits of the mobile that gets its messages. A wrong pair and an unknown number get the
 * same 404. Five of them for one number from one address in ten minutes lead to 429 for a quarter of an hour, as do
 * thirty from one address, or fifty in a day for one number; a stranger elsewhere shuts nobody out before that.
 */
export function track(db: Knex, limits: RateLimits) {
  const allowance = { tries: 5, seconds: windowSeconds, pause: pauseSeconds }
  const byPair = limits.of('track-pair', allowance)
  const byAddress = limits.of('track-address', { ...allowance, tries: allowance.tries * numbersOfAnAddress })
  const byNumber = limits.of('track-number', aDay)

  return {
    async create(data: unknown, call: Call): Promise<Tracked | NotYetSent> {
      const input = readTrackInput(data)
      const tries = (await readSettings(db))['tracking.max_tries']
      const address = call.author?.ip ?? 'unknown'
      const pair = `${address} ${input.number}`
      // Counted before looking up, so that parallel requests get no more tries.
      await byPair.take(pair, tries)
      await byAddress.take(address, tries * numbersOfAnAddress)
      await byNumber.take(input.number)
      const found = (await findTracked(db, input)) ?? (await findUnsent(db, input))
      await rememberTry(db, input, address, found !== null)
      if (!found)
        throw notFound('No shipment was found for this number with this PIN code or mobile number. Please check both.')
      await Promise.all([byPair.refund(pair), byAddress.refund(address), byNumber.refund(input.number)])
      return found
    },
  }
}

const rememberTry = (db: Knex, { type, number }: TrackInput, address: string, found: boolean) =>
  db('tracking_try').insert({
    at: now(),
    address,
    trackedBy: type,
    number,
    found,
    rowVersion: 1,
    createdAt: now(),
    updatedAt: now(),
  })

function readTrackInput(body: unknown): TrackInput {
  const given = (typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}) as Record<
    string,
    unknown
  >
  const { type, number, pincode = null, last4 = null, ...rest } = given
  const faults = Object.keys(rest).map(name =>
    fault(name.slice(0, 60), 'UNKNOWN_FIELD', `${name.slice(0, 60)} is not asked here`),
  )
  if (typeof type !== 'string' || !Object.hasOwn(trackedBy, type)) {
    faults.push(fault('type', 'ENUM', `Type must be one of ${Object.keys(trackedBy).join(', ')}`))
  }
  const plain = typeof number === 'string' ? number.trim().toUpperCase() : ''
  if (!/^[A-Z0-9][A-Z0-9._/+&-]{0,19}$/.test(plain))
    faults.push(fault('number', 'FORMAT', 'Number must be an LR, order or invoice number'))
  const proofs = [
    { name: 'pincode', label: 'PIN code', value: pincode, digits: 6 },
    { name: 'last4', label: 'Last 4 digits of the mobile', value: last4, digits: 4 },
  ].map(proof => ({ ...proof, text: typeof proof.value === 'string' ? proof.value.trim() : proof.value }))
  for (const { name, label, text, digits } of proofs) {
    if (text === null || text === '') continue
    if (typeof text !== 'string' || !new RegExp(`^\\d{${digits}}$`).test(text))
      faults.push(fault(name, 'FORMAT', `${label} must be ${digits} digits`))
  }
  if (proofs.every(({ text }) => text === null || text === '')) {
    faults.push(
      fault(
        'pincode',
        'REQUIRED',
        'Enter the PIN code of the delivery address, or the last 4 digits of the mobile number',
      ),
    )
  }
  if (faults.length > 0) throw invalid(faults)
  const [pin, mobile] = proofs.map(({ text }) => (text || null) as string | null)
  return { type: type as TrackedBy, number: plain, pincode: pin!, last4: mobile! }
}

const fault = (field: string, code: string, message: string) => ({ field, code, message })
