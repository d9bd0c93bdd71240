import { can } from '../../resources/capabilities.ts'
import { choice, date, flag, integer, percent, text } from '../../resources/define/fields.ts'
import type { LaneRecords } from '../../resources/dispatches/lane-record.ts'
import type { Scorecard } from '../../resources/dispatches/scorecard.ts'
import { shipment } from '../../resources/dispatches/shipment.ts'
import { transporter } from '../../resources/masters/transporter.ts'
import { type OptOutLink, type OptOutRequest, optOutTopics } from '../../resources/opt-out-topics.ts'
import { banner } from '../../resources/shipment-tracking/banner.ts'
import type { Dashboard } from '../../resources/shipment-tracking/dashboard.ts'
import { type FeedbackRequest, feedback } from '../../resources/shipment-tracking/feedback.ts'
import { type FeedbackFigures, feedbackReport } from '../../resources/shipment-tracking/feedback-report.ts'
import { searchShipments } from '../../resources/shipment-tracking/search-shipments.ts'
import { businessLines, deliveryStatuses, transModes } from '../../resources/trade.ts'
import { sigmaHeader, sigmaInvoice, sigmaShipmentSheet } from '../../resources/uploads/sigma-shipments.ts'
import { answerOf, bodyOf, listOf, orNull, type Routes } from '../derive/docs/route.ts'

const fieldsOf = <Name extends keyof typeof sigmaShipmentSheet.fields>(names: readonly Name[]) =>
  Object.fromEntries(names.map(name => [name, sigmaShipmentSheet.fields[name]])) as Pick<
    typeof sigmaShipmentSheet.fields,
    Name
  >

const MAILS = 'Opting out of mails'
const BANNERS = 'Banners'
const TRACKING = 'Tracking'

const token = text({ max: 400, hint: 'The secret part of the link' })
const topic = choice(optOutTopics)
const request = { address: text(), topic }
const LINK_REFUSALS = {
  404: 'NOT_FOUND: the link is not one of ours',
  429: 'TOO_MANY: thirty wrong links in ten minutes',
}

const FEEDBACK = 'Feedback'
const FEEDBACK_REFUSALS = {
  404: 'NOT_FOUND: the link is used, was replaced, or has expired',
  429: 'TOO_MANY: thirty wrong links in ten minutes',
}
const average = orNull(integer({ hint: 'In hundredths' }))
const averages = { rating: average, packagingRating: average, timelinessRating: average, driverRating: average }
const { rating, packagingRating, timelinessRating, driverRating, goodsOk, comments } = feedback.fields
const feedbackInputs = { rating, packagingRating, timelinessRating, driverRating, goodsOk, comments }

/** What is told of the record of a lane. */
export const laneRecordFields = {
  due: integer({ hint: 'LRs that were due in the last 90 days' }),
  kept: integer({ hint: 'Those of them that kept their date' }),
  to: choice(['CITY', 'STATE']),
  ofOneTransporter: flag(),
}

/** Feedback on deliveries, banners, and how a receiver ends the mails to them; all without a sign-in. */
export const trackingRoutes: Routes = {
  'GET lane-records': {
    tag: TRACKING,
    summary: 'How often the lanes from each plant to a city, or to its state, kept their dates in the last 90 days',
    query: {
      toCityId: integer({ optional: true, hint: 'Or a ship-to' }),
      shipToId: integer({ optional: true }),
      transMode: choice(transModes),
    },
    answer: answerOf<LaneRecords>({
      lanes: listOf(
        answerOf<LaneRecords['lanes'][number]>({
          plantId: integer(),
          ...laneRecordFields,
        }),
      ),
    }),
    isFor: person => can(person, 'compareTransporters'),
  },
  'POST sigma-shipments': {
    tag: TRACKING,
    summary: 'Saves an LR of the sister business, which is only tracked here',
    body: bodyOf({
      ...fieldsOf(sigmaHeader),
      invoices: listOf(bodyOf(fieldsOf(sigmaInvoice)), 200),
    }),
    answer: answerOf({ lrId: integer(), shipmentNo: text() }),
    refusals: {
      422: 'RULE: a city, transporter or customer that does not fit, or an LR that is there with other invoices',
    },
    isIdempotent: 'must',
    isFor: ({ ability }) => ability.can('import', shipment.path),
  },
  'GET transporter-scorecard': {
    tag: TRACKING,
    summary: 'How a transporter did in the last 90 days',
    query: { transporterId: integer() },
    answer: answerOf<Scorecard>({
      from: date(),
      to: date(),
      due: integer(),
      kept: integer(),
      late: integer(),
      pct: orNull(percent()),
      dispatched: integer(),
      delivered: integer(),
      lost: integer(),
      returned: integer(),
      podOverdue: integer(),
      podDelay: orNull(integer({ hint: 'Days, in tenths' })),
      damaged: integer(),
    }),
    isFor: ({ ability }) => ability.can('read', transporter.path),
  },
  'GET shipment-tracking/dashboard': {
    tag: TRACKING,
    summary: 'Figures of the shipments in reach: on their way, delivered, late, by status, transporter and day',
    query: {
      from: date({ optional: true, hint: '30 days before the last one' }),
      to: date({ optional: true, hint: 'Today' }),
      plantId: integer({ optional: true }),
      transporterId: integer({ optional: true }),
      businessLine: choice(businessLines, { optional: true }),
    },
    answer: answerOf<Dashboard>({
      from: date(),
      to: date(),
      dispatched: integer(),
      inTransit: integer(),
      delivered: integer(),
      onTime: answerOf<Dashboard['onTime']>({
        due: integer(),
        kept: integer(),
        late: integer(),
        pct: orNull(percent()),
      }),
      podPending: integer(),
      rating: answerOf({ average: orNull(integer({ hint: 'In hundredths' })), count: integer() }),
      statuses: listOf(answerOf({ status: choice(deliveryStatuses), count: integer() })),
      transporters: listOf(
        answerOf({ id: integer(), name: text(), due: integer(), kept: integer(), pct: orNull(percent()) }),
      ),
      days: listOf(answerOf({ day: date(), delivered: integer() })),
    }),
    isFor: ({ ability }) => ability.can('read', searchShipments.path),
  },
  'GET banners': {
    tag: BANNERS,
    summary: 'The banners that run now in a place, for everybody or for the audience of the caller',
    query: { placement: banner.fields.placement },
    answer: listOf(answerOf({ id: integer(), title: text(), linkUrl: orNull(text()) })),
    isPublic: true,
  },
  'GET banners/{id}/picture': {
    tag: BANNERS,
    summary: 'The picture of a banner that runs now',
    media: ['image/png', 'image/jpeg'],
    isPublic: true,
  },
  'GET shipment-tracking/feedback-figures': {
    tag: FEEDBACK,
    summary: 'Averages by transporter, how many answered, and how many gave which rating; filters as of the report',
    query: { 'deliveredOn[$gte]': date({ optional: true }), 'deliveredOn[$lte]': date({ optional: true }) },
    answer: answerOf<FeedbackFigures>({
      asked: integer(),
      answered: integer(),
      ...averages,
      ratings: listOf(answerOf({ rating: integer(), count: integer() })),
      transporters: listOf(
        answerOf({ id: integer(), name: text(), asked: integer(), answered: integer(), ...averages }),
      ),
    }),
    isFor: ({ ability }) => ability.can('read', feedbackReport.path),
  },
  'POST feedback-links': {
    tag: FEEDBACK,
    summary: 'Which delivery the link of a message asks about',
    body: bodyOf({ token }),
    answer: answerOf<FeedbackRequest>({
      shipmentNo: text(),
      lrNo: text(),
      transporter: text(),
      deliveredOn: orNull(date()),
      packages: integer(),
      toCity: text(),
    }),
    refusals: FEEDBACK_REFUSALS,
    isPublic: true,
  },
  'POST given-feedback': {
    tag: FEEDBACK,
    summary: 'Saves feedback on a delivery, once',
    body: bodyOf({ token, ...feedbackInputs }),
    answer: answerOf({ message: text() }),
    refusals: FEEDBACK_REFUSALS,
    isPublic: true,
  },
  'POST opt-out-mails': {
    tag: MAILS,
    summary: 'Mails a link that ends mails about a topic; the answer is the same for everybody',
    body: bodyOf({ email: text({ max: 254, format: 'email' }), topic }),
    answer: answerOf({ message: text() }),
    refusals: { 429: 'TOO_MANY: ten requests in an hour, or three a day for an address' },
    isPublic: true,
  },
  'POST opt-out-links': {
    tag: MAILS,
    summary: 'What a link would end',
    body: bodyOf({ token }),
    answer: answerOf<OptOutLink>({ ...request, isOut: flag() }),
    refusals: LINK_REFUSALS,
    isPublic: true,
  },
  'POST opt-outs': {
    tag: MAILS,
    summary: 'Ends the mails that a link names',
    body: bodyOf({ token }),
    answer: answerOf<OptOutRequest>(request),
    refusals: LINK_REFUSALS,
    isPublic: true,
  },
  'GET unsubscribe': {
    tag: MAILS,
    summary: 'Leads people to the page of their link and changes nothing',
    query: { token },
    status: 302,
    isPublic: true,
  },
  'POST unsubscribe': {
    tag: MAILS,
    summary: 'The same as opt-outs, for mail programs (RFC 8058)',
    query: { token },
    status: 200,
    refusals: LINK_REFUSALS,
    isPublic: true,
  },
}
