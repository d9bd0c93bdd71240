import { complaints } from '../access.ts'
import { choice, file, reference, text } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { user } from '../settings/user.ts'
import { complaint } from './complaint.ts'

const shared = { complaintId: 'complaintsInMyScope', audience: ['SHARED'] } as const
const whole = { complaintId: 'complaintsInMyScope' } as const

/** What was written on a complaint, and each of its steps; internal notes are not shown to customers and sites. */
export const complaintNote = record({
  path: 'complaint-notes',
  name: 'complaint-note',
  title: 'Complaint Notes',
  purpose: 'What was said and done about each complaint, by whom; internal notes are not shown to customers.',
  fields: {
    complaintId: reference(complaint),
    authorId: reference(user, {
      optional: true,
      label: 'By',
      hint: 'Empty for what the portal did',
      hiddenFrom: ['CUSTOMER', 'DISTRIBUTOR', 'DISPATCH'],
    }),
    authorName: text({ max: 80, label: 'Name', hint: 'As it was then, for who reads no logins' }),
    step: text({ max: 40, optional: true, hint: 'The step that was taken with it' }),
    body: text({ max: 4000, long: true, label: 'Note' }),
    audience: choice(['SHARED', 'INTERNAL'], { default: 'INTERNAL', label: 'For' }),
    attachmentId: file({ optional: true, sentFor: 'COMPLAINT', accept: '.pdf,.png,.jpg', label: 'Photo or file' }),
  },
  key: [],
  display: ['complaintId', 'authorName'],
  list: ['createdAt', 'authorName', 'step', 'body', 'audience', 'attachmentId'],
  sort: ['-id'],
  indexes: [['complaintId', 'audience'], ['attachmentId']],
  partOf: 'complaintId',
  access: complaints,
  within: {
    CUSTOMER: shared,
    DISTRIBUTOR: shared,
    SALES_REP: whole,
    SALES_MANAGER: whole,
    CSC_AGENT: whole,
    DISPATCH: shared,
    QA: whole,
  },
})

export type ComplaintNote = Row<typeof complaintNote>
