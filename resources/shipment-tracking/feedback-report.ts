import { tracking } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { code, date, flag, instant, reference } from '../define/fields.ts'
import { report } from '../define/report.ts'
import { lr } from '../dispatches/lr.ts'
import { transporter } from '../masters/transporter.ts'
import { plant } from '../settings/plant.ts'
import { feedback, withinFeedback } from './feedback.ts'

const { rating, packagingRating, timelinessRating, driverRating, goodsOk, comments, followUpNote } = feedback.fields
const { followUpStatus, complaintProposal, complaintId } = feedback.fields

/** What customers said about the deliveries of a period. */
export const feedbackReport = report({
  name: 'feedback-report',
  path: 'shipment-tracking/feedback-report',
  title: 'Feedback Report',
  purpose: 'Customer ratings of deliveries by transporter, and open follow-ups.',
  fields: {
    shipmentId: reference('shipment', { label: 'Shipment' }),
    lrId: reference(lr, { label: 'LR' }),
    lrNo: code({ max: 20, label: 'LR no' }),
    // Of a customer it is themself in each row.
    customerId: reference(customer, { optional: true, hiddenFrom: ['CUSTOMER'] }),
    transporterId: reference(transporter),
    plantId: reference(plant, { optional: true }),
    deliveredOn: date({ label: 'Delivered' }),
    isLate: flag({ tones: { true: 'bad' }, label: 'Late', hint: 'After the date that was promised first' }),
    rating,
    packagingRating,
    timelinessRating,
    driverRating,
    goodsOk,
    comments,
    submittedAt: instant({ label: 'Given at' }),
    followUpStatus,
    followUpNote,
    complaintProposal,
    complaintId,
  },
  display: ['lrNo', 'deliveredOn'],
  list: [
    'shipmentId',
    'lrNo',
    'customerId',
    'transporterId',
    'deliveredOn',
    'isLate',
    'rating',
    'packagingRating',
    'timelinessRating',
    'driverRating',
    'goodsOk',
    'comments',
    'followUpStatus',
  ],
  filters: ['deliveredOn', 'transporterId', 'rating', 'followUpStatus', 'goodsOk', 'complaintProposal', 'plantId'],
  search: ['lrNo', 'comments'],
  sort: ['-deliveredOn'],
  period: { field: 'deliveredOn', opens: 'last-30-days' },
  access: tracking,
  within: withinFeedback,
})
