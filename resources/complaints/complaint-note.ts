import { complaints } from '../access.ts'
import { reference } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { complaint } from './complaint.ts'
import { noteFields } from './note-fields.ts'

const shared = { complaintId: 'complaintsInMyScope', audience: ['SHARED'] } as const
const byComplaint = { complaintId: 'complaintsInMyScope' } as const

/** What was written on a complaint, and each of its steps; internal notes are not shown to customers and sites. */
export const complaintNote = record({
  path: 'complaint-notes',
  name: 'complaint-note',
  title: 'Complaint Notes',
  purpose: 'The notes and steps of each complaint; internal notes are not shown to customers.',
  fields: { complaintId: reference(complaint), ...noteFields('COMPLAINT') },
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
    SALES_REP: byComplaint,
    SALES_MANAGER: byComplaint,
    CSC_AGENT: byComplaint,
    DISPATCH: shared,
    QA: byComplaint,
  },
})

export type ComplaintNote = Row<typeof complaintNote>
