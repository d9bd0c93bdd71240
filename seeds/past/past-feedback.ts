import { rowsOf } from '../../api/derive/rows-of.ts'
import { giveFeedback } from '../../api/shipment-tracking/news/serve-feedback.ts'
import { addDays } from '../../resources/define/dates.ts'
import { messageLog } from '../../resources/platform/message-log.ts'
import { feedback } from '../../resources/shipment-tracking/feedback.ts'
import { act, type Past } from './past.ts'

/** How a customer rates a delivery; a second number is for its timeliness. */
export type Rating = readonly [rating: number, timeliness: number, comments?: string]

/** Ratings that nobody comments, as they come in turn; null for customers who do not answer. */
const usual: readonly (Rating | null)[] = [
  [5, 5],
  null,
  null,
  [4, 4],
  null,
  [5, 4, 'Well packed, thank you'],
  null,
  null,
  [4, 5],
  null,
  [3, 3],
  null,
  [5, 5, 'The driver called ahead, which helps our stores'],
]

/** What was done about a bad rating; the newest ones are still open. */
const FOLLOW_UP_DAYS = 4
const DONE = 'Called the stores: the transporter now rings up an hour before they come'

/** Writes into the diary how a customer answers the mail about a delivery on `day`, if they do. */
export function letRate(past: Past, lrId: number, day: string, given?: Rating): void {
  const rating = given ?? usual[lrId % usual.length] ?? null
  if (rating === null) return
  const answered = addDays(day, 1 + (lrId % 2))
  past.diary.on(answered, () => rate(past, lrId, rating))
  if (rating[0] < 3) past.diary.on(addDays(answered, FOLLOW_UP_DAYS), () => closeFollowUp(past, lrId))
}

async function rate({ trx }: Past, lrId: number, [rating, timelinessRating, comments]: Rating) {
  const [mail] = await rowsOf(trx, messageLog, rows =>
    rows.where({ ownerType: 'lr', ownerId: lrId, topic: 'FEEDBACK', status: 'QUEUED' }).orderBy('id', 'desc').limit(1),
  )
  const token = mail?.secrets?.feedbackLink?.split('#')[1]
  if (token === undefined) return
  const said = {
    rating,
    timelinessRating,
    packagingRating: Math.max(rating, 3),
    driverRating: null,
    comments: comments ?? null,
  }
  const customer = { id: null, source: 'UI' as const, ip: null, requestId: null }
  await giveFeedback(trx, { token, ...said, goodsOk: rating > 1 }, customer)
}

async function closeFollowUp(past: Past, lrId: number) {
  const [row] = await rowsOf(past.trx, feedback, rows => rows.where({ lrId, followUpStatus: 'OPEN' }))
  if (row) await act(past, 'csc_agent', feedback, 'closeFollowUp', row, { note: DONE })
}
