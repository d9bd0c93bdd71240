import { arDisputes } from '../access.ts'
import { reference } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { arDispute } from './ar-dispute.ts'
import { noteFields } from './note-fields.ts'

const shared = { disputeId: 'disputesInMyScope', audience: ['SHARED'] } as const
const byDispute = { disputeId: 'disputesInMyScope' } as const

/** What was written on a dispute, and each of its steps; internal notes are not shown to customers and sites. */
export const disputeNote = record({
  path: 'dispute-notes',
  name: 'dispute-note',
  title: 'Dispute Notes',
  purpose: 'The notes and steps of each dispute; internal notes are not shown to customers.',
  fields: { disputeId: reference(arDispute), ...noteFields('DISPUTE') },
  key: [],
  display: ['disputeId', 'authorName'],
  list: ['createdAt', 'authorName', 'step', 'body', 'audience', 'attachmentId'],
  sort: ['-id'],
  indexes: [['disputeId', 'audience'], ['attachmentId']],
  partOf: 'disputeId',
  access: arDisputes,
  within: {
    CUSTOMER: shared,
    DISTRIBUTOR: shared,
    SALES_REP: byDispute,
    SALES_MANAGER: byDispute,
    CSC_AGENT: byDispute,
    DISPATCH: shared,
  },
})

export type DisputeNote = Row<typeof disputeNote>
