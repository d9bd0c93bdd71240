import { today } from '../../api/platform/clock.ts'
import { addDays } from '../../resources/define/dates.ts'
import type { Past } from './past.ts'
import type { PastCart } from './past-cart.ts'
import { creditReturn, letClaim, settleShortage } from './past-claims.ts'
import { bookConsignment, letArrive, lrWith, reportAsTransporter, reportConsignment } from './past-dispatch.ts'
import { letRate } from './past-feedback.ts'
import { letProve } from './past-pods.ts'
import { bookSigma, type SigmaConsignment } from './past-sigma.ts'

/** Days after which the desk has decided what becomes of goods that are short, lost or back. */
const DAYS_TO_DECIDE = 14

/** Writes into the diary how an order leaves, three days after it was placed, and all that follows. */
export function letLeave(past: Past, orderId: () => number, cart: PastCart): void {
  const { ago, left, late, transporter } = cart
  if (left === undefined && late === undefined) return
  past.diary.ago(ago - 3, async () => {
    const lrId = await bookConsignment(past, orderId(), transporter)
    if (lrId === null) return
    if (left) letGoWrong(past, lrId, orderId, cart)
    else await letEnd(past, lrId, cart)
  })
}

/** Delivered, proved and rated. */
const letEnd = (past: Past, lrId: number, { late = 0, proof, rating }: PastCart) =>
  letArrive(past, lrId, late, day => {
    letProve(past, lrId, day, proof)
    letRate(past, lrId, day, rating)
    if (proof === 'short') past.diary.on(addDays(day, DAYS_TO_DECIDE), () => settleShortage(past, lrId))
  })

/** The events of a story day by day; what is lost is claimed and sent again, what is back credited. */
function letGoWrong(
  past: Past,
  lrId: number,
  orderId: () => number,
  { ago, left = [], late, transporter, proof, rating }: PastCart,
) {
  const { diary } = past
  for (const [index, code] of left.entries()) diary.ago(ago - 4 - index, () => reportConsignment(past, lrId, code, {}))
  const ends = ago - 3 - left.length
  const last = left.at(-1)
  if (last === 'PARTIAL_DELIVERED')
    diary.ago(ends, async () => letProve(past, lrId, (await lrWith(past.trx, lrId)).deliveredOn!, 'short'))
  if (last === 'UNDELIVERED') diary.ago(ends, () => reportAsTransporter(past, lrId, 'RETURNED'))
  if (last === 'RETURNED') diary.ago(ends - DAYS_TO_DECIDE - 10, () => creditReturn(past, lrId))
  if (last !== 'LOST' || late === undefined) return
  diary.ago(ends, async () => letClaim(past, lrId, today()))
  diary.ago(ends - 5, async () => {
    const again = await bookConsignment(past, orderId(), transporter)
    if (again !== null) await letEnd(past, again, { late, proof, rating } as PastCart)
  })
}

/** Writes into the diary how a consignment of the sister business leaves and arrives. */
export function letSigmaLeave(past: Past, one: SigmaConsignment): void {
  past.diary.ago(one.ago, async () => {
    const lrId = await bookSigma(past.trx, past.rows, one)
    await letArrive(past, lrId, one.late, day => letRate(past, lrId, day))
  })
}
