import { type AnswerOf, type BodyOf, command, may } from '../../define/command.ts'
import { date, flag, integer, text } from '../../define/fields.ts'
import { pick } from '../../define/pick.ts'
import { many, maybe, type Read } from '../../define/shape.ts'
import { lr } from '../../dispatches/lr.ts'
import { shipment } from '../../dispatches/shipment.ts'
import { transporter } from '../../masters/transporter.ts'
import { feedback, feedbackFields } from '../feedback.ts'
import { feedbackReport } from '../feedback-report.ts'
import { linkTries, secretPart as token, wrongLinks } from '../link-fields.ts'

const id = integer({ min: 1 })
const count = integer({ min: 0 })
const inHundredths = integer({ optional: true, hint: 'In hundredths' })
const feedbackRoom = 'Feedback'
const averages = {
  rating: inHundredths,
  packagingRating: inHundredths,
  timelinessRating: inHundredths,
  driverRating: inHundredths,
}
/** The averages of some feedback; null where nobody gave the rating. */
export type Averages = Read<typeof averages>

export const showFeedbackFigures = command('GET shipment-tracking/feedback-figures', {
  room: feedbackRoom,
  summary: 'Averages by transporter, how many answered, and how many gave which rating; filters as of the report',
  who: may(feedbackReport, 'read'),
  filters: true,
  body: { 'deliveredOn[$gte]': maybe(date()), 'deliveredOn[$lte]': maybe(date()) },
  answer: {
    asked: count,
    answered: count,
    ...averages,
    ratings: many({ rating: integer({ min: 1, max: 5 }), count }, { most: 5 }),
    transporters: many(
      { id, ...pick(transporter.fields, ['name']), asked: count, answered: count, ...averages },
      { most: 10_000 },
    ),
  },
})
export type FeedbackFigures = AnswerOf<typeof showFeedbackFigures>

const feedbackLink = {
  NOT_FOUND: [404, 'the link is used, was replaced, or has expired'],
  RATE_LIMITED: wrongLinks,
} as const

export const openFeedbackLink = command('POST feedback-links', {
  room: feedbackRoom,
  summary: 'Which delivery the link of a message asks about',
  who: 'public',
  does: 'reads',
  limit: linkTries,
  body: { token },
  answer: {
    ...pick(shipment.fields, ['shipmentNo']),
    ...pick(lr.fields, ['lrNo', 'deliveredOn', 'packages']),
    transporter: text(),
    toCity: text(),
  },
  refusals: feedbackLink,
})
export type FeedbackRequest = AnswerOf<typeof openFeedbackLink>

/** No answer on the goods is none that they are in order. */
const goodsOk = flag({ label: 'Goods in order', default: undefined })

export const giveFeedback = command('POST given-feedback', {
  room: feedbackRoom,
  summary: 'Saves feedback on a delivery, once',
  who: 'public',
  does: 'each',
  limit: linkTries,
  body: {
    token,
    ...pick(feedback.fields, feedbackFields),
    goodsOk,
  },
  answer: { message: text() },
  refusals: feedbackLink,
})
export type GivenFeedback = BodyOf<typeof giveFeedback>
