import { feedbacks } from '../access.ts'
import { complaint } from '../complaints/complaint.ts'
import { action } from '../define/action.ts'
import { choice, flag, instant, integer, reference, text } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { lr } from '../dispatches/lr.ts'
import { shipment } from '../dispatches/shipment.ts'
import { user } from '../settings/user.ts'

const rating = { min: 1, max: 5 } as const

/** Whose feedback a person reads: that of the LRs and shipments they follow. */
export const withinFeedback = {
  CUSTOMER: { lrId: 'lrsInMyScope' },
  DISTRIBUTOR: { lrId: 'lrsInMyScope' },
  SALES_REP: [{ shipmentId: 'shipmentsOfMyCustomers' }, { lrId: 'lrsInMyScope' }],
  SALES_MANAGER: [{ shipmentId: 'shipmentsOfMyCustomers' }, { lrId: 'lrsInMyScope' }],
  CSC_AGENT: { lrId: 'lrsInMyScope' },
  DISPATCH: [{ lrId: 'lrsInMyScope' }, { lrId: 'sigmaLrsIFollow' }],
  TRANSPORTER: { lrId: 'lrsInMyScope' },
} as const

/** What a customer wrote about one delivery, by the link of a mail. It repeats the LR, which scopes need. */
export const feedback = record({
  path: 'shipment-tracking/feedback',
  name: 'feedback',
  title: 'Feedback',
  purpose: 'Customer ratings of deliveries, and their follow-up.',
  fields: {
    shipmentId: reference(shipment, { unique: true }),
    lrId: reference(lr),
    rating: integer({ ...rating, hint: '1 is bad, 5 is very good' }),
    packagingRating: integer({ ...rating, optional: true, label: 'Packaging' }),
    timelinessRating: integer({ ...rating, optional: true, label: 'Timeliness' }),
    driverRating: integer({ ...rating, optional: true, label: 'Driver' }),
    goodsOk: flag({ label: 'Goods in order' }),
    comments: text({ max: 1000, optional: true, long: true }),
    submittedAt: instant({ label: 'Given at' }),
    followUpStatus: choice(['NONE', 'OPEN', 'CLOSED'], {
      default: 'NONE',
      label: 'Follow-up',
      hint: 'Open after a rating of 1 or 2, or when the goods were not in order',
    }),
    followUpNote: text({ audience: 'site', max: 255, optional: true, label: 'What was done' }),
    followUpClosedAt: instant({ optional: true, label: 'Follow-up closed' }),
    followUpClosedById: reference(user, { audience: 'site', optional: true, label: 'Closed by' }),
    complaintProposal: choice(['NONE', 'PROPOSED', 'OPENED'], {
      default: 'NONE',
      label: 'Complaint',
      hint: 'Proposed to customer service, who open it',
    }),
    complaintId: reference(complaint, { optional: true, label: 'Opened complaint', hiddenFrom: ['TRANSPORTER'] }),
  },
  key: ['shipmentId'],
  list: ['shipmentId', 'lrId', 'rating', 'goodsOk', 'comments', 'submittedAt', 'followUpStatus', 'complaintProposal'],
  filters: ['submittedAt', 'rating', 'followUpStatus', 'complaintProposal'],
  search: ['comments'],
  sort: ['-id'],
  indexes: [['lrId'], ['submittedAt'], ['followUpStatus'], ['complaintProposal'], ['complaintId']],
  actions: {
    closeFollowUp: action({
      label: 'Close follow-up',
      letter: 'A',
      on: 'rows',
      when: { followUpStatus: 'OPEN' },
      inputs: {
        note: text({ max: 255, label: 'What was done', hint: 'Such as whom you called, and what you agreed' }),
      },
    }),
    proposeComplaint: action({
      label: 'Propose a complaint',
      letter: 'A',
      on: 'rows',
      when: { complaintProposal: 'NONE' },
      confirm: 'Customer service is notified and opens the complaint.',
    }),
  },
  access: feedbacks,
  within: withinFeedback,
})

export type Feedback = Row<typeof feedback>

/** The lowest rating after which nobody needs to ask what went wrong. */
const CONTENT = 3

/** Whether somebody must ask the customer what went wrong: a rating of 1 or 2, or goods that were not in order. */
export const needsFollowUp = ({ rating, goodsOk }: Pick<Feedback, 'rating' | 'goodsOk'>): boolean =>
  rating < CONTENT || !goodsOk

/** The fields that a customer fills in. */
export const feedbackFields = [
  'rating',
  'packagingRating',
  'timelinessRating',
  'driverRating',
  'goodsOk',
  'comments',
] as const
