import type { Knex } from 'knex'
import type { NotYetSent, TrackInput } from '../../resources/dispatches/commands/tracking.ts'
import * as dispatch from '../../resources/dispatches/commands/tracking.ts'
import { stageLabels } from '../../resources/dispatches/stage-of-goods.ts'
import type { OrderState } from '../../resources/trade.ts'
import { type Bound, bind } from '../derive/command/serve-commands.ts'
import { now } from '../platform/clock.ts'
import { invalidField, notFound } from '../platform/errors.ts'
import type { RateLimits } from '../platform/http/rate-limit.ts'
import { readSettings } from '../platform/settings.ts'
import { findTracked } from './find-tracked.ts'

const UNSENT: readonly OrderState[] = ['DRAFT', 'DELETED', 'DEAD']
const ENDED: readonly (OrderState | null)[] = ['REJECTED', 'CANCELLED']

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

interface Found {
  number: string
  since: string
  status: OrderState | null
  dispatchStatus: string | null
  pincode: string
  mobile: string | null
}

/**
 * Goods of a number that the proof fits and that no transporter has: an order that is not dispatched, or an invoice that
 * waits or is fetched by the buyer. Null for others. One query, whether or not there are any.
 */
async function findUnsent(db: Knex, input: TrackInput): Promise<NotYetSent | null> {
  const rows: Found[] = input.type === 'INVOICE' ? await invoices(db, input.number) : await orders(db, input)
  const shipment = rows.find(
    ({ pincode, mobile }) =>
      (input.pincode === null || input.pincode === pincode) &&
      (input.last4 === null || (mobile?.endsWith(input.last4) ?? false)),
  )
  if (!shipment) return null
  const stage = stageOf(shipment)
  return { stage, stageLabel: stageLabels[stage], number: shipment.number, since: shipment.since }
}

/** Invoices of which no transporter will ever have goods of ours. */
const SENT_OTHERWISE = ['COLLECTED', 'SHIPPED_BY_OUR_SUPPLIER', 'NOTHING_TO_SEND'] as const

function stageOf({ status, dispatchStatus }: Found): NotYetSent['stage'] {
  if (ENDED.includes(status)) return 'CANCELLED'
  if (dispatchStatus === 'PWC_READY') return 'READY'
  return SENT_OTHERWISE.find(stage => stage === dispatchStatus) ?? 'WAITING'
}

/** Orders with the stage of their newest invoice. */
const orders = (db: Knex, { type, number }: TrackInput): Knex.QueryBuilder =>
  db('order')
    .join('ship_to', 'ship_to.id', 'order.shipToId')
    .where(type === 'SAP_ORDER' ? 'order.sapOrderNo' : 'order.orderNo', number)
    .whereNotIn('order.status', [...UNSENT])
    .modify(rows => {
      // Nothing is known of an LR before there is one.
      if (type === 'LR') rows.whereRaw('1 = 0')
    })
    .select(
      'order.orderNo as number',
      'order.orderDate as since',
      'order.status',
      db.raw('(?) as ??', [
        db('invoice')
          .whereRaw('?? = ??', ['invoice.orderId', 'order.id'])
          .where('invoice.isCancelled', 0)
          .orderBy('invoice.id', 'desc')
          .limit(1)
          .select('invoice.dispatchStatus'),
        'dispatchStatus',
      ]),
      'ship_to.pincode',
      'ship_to.mobile',
    )

const invoices = (db: Knex, number: string): Knex.QueryBuilder =>
  db('invoice')
    .join('ship_to', 'ship_to.id', 'invoice.shipToId')
    .where(any => any.where('invoice.invoiceNo', number).orWhere('invoice.sapBillingDoc', number))
    .select(
      'invoice.invoiceNo as number',
      'invoice.invoiceDate as since',
      db.raw("case when ?? = 1 then 'CANCELLED' end as status", ['invoice.isCancelled']),
      'invoice.dispatchStatus',
      'ship_to.pincode',
      'ship_to.mobile',
    )
