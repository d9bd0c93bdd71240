import { type AnswerOf, type BodyOf, command, fileOf, holds, may } from '../define/command.ts'
import { choice, date, flag, integer, percent, reference, text } from '../define/fields.ts'
import { pick } from '../define/pick.ts'
import { about, group, many, maybe, type Read } from '../define/shape.ts'
import { laneRecordFields } from '../dispatches/lane-record.ts'
import { lr } from '../dispatches/lr.ts'
import { shipment } from '../dispatches/shipment.ts'
import { transporter } from '../masters/transporter.ts'
import { optOutTopics } from '../opt-out-topics.ts'
import { plant } from '../settings/plant.ts'
import { businessLines, deliveryStatuses, transModes } from '../trade.ts'
import { sigmaHeader, sigmaInvoice, sigmaShipmentSheet } from '../uploads/sigma-shipments.ts'
import { banner } from './banner.ts'
import { feedback, feedbackFields } from './feedback.ts'
import { feedbackReport } from './feedback-report.ts'
import { searchShipments } from './search-shipments.ts'

const tracking = 'Tracking'
const id = integer({ min: 1 })
const count = integer({ min: 0 })
const onTime = { due: count, kept: count }
const share = maybe(percent())

export const showLaneRecords = command('GET lane-records', {
  room: tracking,
  summary: 'How often the lanes from each plant to a city, or to its state, kept their dates in the last 90 days',
  who: holds('compareTransporters'),
  body: {
    toCityId: about('Or a ship-to', maybe(id)),
    shipToId: maybe(id),
    transMode: choice(transModes, { label: 'Mode of transport' }),
  },
  answer: { lanes: many({ plantId: id, ...laneRecordFields }, { most: 1_000 }) },
})
export type LanesAsked = BodyOf<typeof showLaneRecords>

const sigmaHead = pick(sigmaShipmentSheet.fields, sigmaHeader)
const sigmaLine = pick(sigmaShipmentSheet.fields, sigmaInvoice)

export const bookSigmaShipment = command('POST sigma-shipments', {
  room: tracking,
  summary: 'Saves an LR of the sister business, which is only tracked here',
  who: may(shipment, 'import'),
  idempotent: 'must',
  body: {
    ...sigmaHead,
    invoices: many(sigmaLine, { least: 1, most: 200, distinct: 'sigmaInvoiceNo' }),
  },
  answer: { lrId: id, ...pick(shipment.fields, ['shipmentNo']) },
  refusals: {
    RULE: [422, 'a city, transporter or customer that does not fit, or an LR that is there with other invoices'],
  },
})
/** An LR of the sister business: money in paise, weights in thousandths of a kilogram. */
export type SigmaLr = BodyOf<typeof bookSigmaShipment>

export const showScorecard = command('GET transporter-scorecard', {
  room: tracking,
  summary: 'How a transporter did in the last 90 days',
  who: may(transporter, 'read'),
  body: { transporterId: id },
  answer: {
    from: date({ hint: 'A business day, as To; both included' }),
    to: date(),
    ...onTime,
    late: count,
    pct: about('The share that kept its date; null where nothing was due', share),
    dispatched: count,
    delivered: count,
    lost: count,
    returned: count,
    podOverdue: integer({ min: 0, hint: 'Delivered more than a week ago without a proof that counts' }),
    podDelay: integer({
      optional: true,
      hint: 'Days from the delivery to its first proof, in tenths, on average; null while there is none',
    }),
    damaged: integer({ min: 0, hint: 'LRs of which a proof says that packages were short or damaged' }),
  },
})
export type Scorecard = AnswerOf<typeof showScorecard>

const inHundredths = integer({ optional: true, hint: 'In hundredths' })

export const showDashboard = command('GET shipment-tracking/dashboard', {
  room: tracking,
  summary: 'Figures of the shipments in reach: on their way, delivered, late, by status, transporter and day',
  who: may(searchShipments, 'read'),
  body: {
    from: about('30 days before the last one', maybe(date())),
    to: about('Today', maybe(date())),
    plantId: reference(plant, { optional: true }),
    transporterId: reference(transporter, { optional: true }),
    businessLine: choice(businessLines, { optional: true }),
  },
  answer: {
    from: date(),
    to: date(),
    dispatched: integer({ min: 0, hint: 'In the period, without cancelled ones' }),
    inTransit: integer({ min: 0, hint: 'Of these, those that have not reached their end' }),
    delivered: integer({ min: 0, hint: 'In the period, of whichever day' }),
    onTime: group({ ...onTime, late: count, pct: share }, { hint: 'Of those due in the period' }),
    podPending: integer({ min: 0, hint: 'Delivered in the period and without a proof that counts' }),
    rating: group({ average: inHundredths, count }, { hint: 'What customers gave in the period, 1 to 5' }),
    statuses: many({ status: choice(deliveryStatuses), count }, { most: deliveryStatuses.length }),
    transporters: many({ id, ...pick(transporter.fields, ['name']), ...onTime, pct: share }, { most: 10_000 }),
    days: many({ day: date(), delivered: count }, { most: 367 }),
  },
})
export type Dashboard = AnswerOf<typeof showDashboard>
export type DashboardQuery = BodyOf<typeof showDashboard>

const banners = 'Banners'
const { placement, title, linkUrl } = banner.fields

export const showBanners = command('GET banners', {
  room: banners,
  summary: 'The banners that run now in a place, for everybody or for the audience of the caller',
  who: 'public',
  // All of an office come from one address, and each page asks.
  limit: { tries: 3_000, seconds: 60 },
  body: { placement },
  answer: many({ id, title, linkUrl }, { most: 5 }),
})
export type RunningBanner = AnswerOf<typeof showBanners>[number]

export const showBannerPicture = command('GET banners/{id}/picture', {
  room: banners,
  summary: 'The picture of a banner that runs now',
  who: 'public',
  answer: fileOf('image/png', 'image/jpeg'),
})

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

/** Whoever guesses is told of a missing one what they are told of a wrong one. */
const token = text({ max: 400, optional: true, hint: 'The secret part of the link' })
/** Wrong links are counted where links are opened; a message that many of a town open at once shuts nobody out. */
const links = { tries: 600, seconds: 600 }
const wrongLinks = [429, 'thirty wrong links in ten minutes'] as const
const feedbackLink = {
  NOT_FOUND: [404, 'the link is used, was replaced, or has expired'],
  TOO_MANY: wrongLinks,
} as const

export const openFeedbackLink = command('POST feedback-links', {
  room: feedbackRoom,
  summary: 'Which delivery the link of a message asks about',
  who: 'public',
  does: 'reads',
  limit: links,
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
  limit: links,
  body: {
    token,
    ...pick(feedback.fields, feedbackFields),
    goodsOk,
  },
  answer: { message: text() },
  refusals: feedbackLink,
})
export type GivenFeedback = BodyOf<typeof giveFeedback>

const mails = 'Opting out of mails'
const topic = choice(optOutTopics)
const silence = { address: text(), topic }
const optOutLink = { NOT_FOUND: [404, 'the link is not one of ours'], TOO_MANY: wrongLinks } as const

export const mailOptOutLink = command('POST opt-out-mails', {
  room: mails,
  summary: 'Mails a link that ends mails about a topic; the answer is the same for everybody',
  who: 'public',
  does: 'each',
  limit: links,
  body: { email: text({ max: 254, format: 'email', label: 'E-mail' }), topic },
  answer: { message: text() },
  refusals: { TOO_MANY: [429, 'ten requests in an hour, or three a day for an address'] },
})

export const openOptOutLink = command('POST opt-out-links', {
  room: mails,
  summary: 'What a link would end',
  who: 'public',
  does: 'reads',
  limit: links,
  body: { token },
  answer: { ...silence, isOut: flag({ hint: 'Whether it has ended already' }) },
  refusals: optOutLink,
})

export const optOut = command('POST opt-outs', {
  room: mails,
  summary: 'Ends the mails that a link names',
  who: 'public',
  does: 'each',
  limit: links,
  body: { token },
  answer: silence,
  refusals: optOutLink,
})

export const leadToOptOut = command('GET unsubscribe', {
  room: mails,
  summary: 'Leads people to the page of their link and changes nothing',
  who: 'public',
  reads: 'query',
  status: 302,
  body: { token: text({ max: 400 }) },
  answer: fileOf('text/html'),
})

export const unsubscribe = command('POST unsubscribe', {
  room: mails,
  summary: 'The same as opt-outs, for mail programs (RFC 8058)',
  who: 'public',
  reads: 'query',
  status: 200,
  body: { token: text({ max: 400 }) },
  answer: silence,
  refusals: optOutLink,
})
