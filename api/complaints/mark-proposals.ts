import type { Knex } from 'knex'
import type { Complaint } from '../../resources/complaints/complaint.ts'
import { pod } from '../../resources/dispatches/pods/pod.ts'
import { type Feedback, feedback } from '../../resources/shipment-tracking/feedback.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { systemAuthor } from '../derive/save/author.ts'
import { updateRow } from '../derive/save/write.ts'

/** Marks the feedback that was made a complaint, and the POD and feedback of the LR that proposed one. */
export async function markProposals(
  trx: Knex,
  { id, lrId, complaintNo }: Complaint,
  made: Feedback | null,
): Promise<void> {
  if (lrId === null) return
  const author = systemAuthor(`Complaint ${complaintNo}`)
  const proposed = { lrId, complaintProposal: 'PROPOSED' }
  for (const row of await rowsOf(trx, pod, rows => rows.where(proposed)))
    await updateRow(trx, pod, row, { complaintProposal: 'OPENED' }, author)
  const answers = made ? [made] : await rowsOf(trx, feedback, rows => rows.where(proposed))
  for (const row of answers)
    await updateRow(trx, feedback, row, { complaintProposal: 'OPENED', complaintId: id }, author)
}
