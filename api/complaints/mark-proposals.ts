import type { Knex } from 'knex'
import type { Complaint } from '../../resources/complaints/complaint.ts'
import { pod } from '../../resources/dispatches/pods/pod.ts'
import { feedback } from '../../resources/shipment-tracking/feedback.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { systemAuthor, updateRow } from '../derive/save/write.ts'

/** Marks the POD and the feedback of the LR, which proposed a complaint, that one was opened. */
export async function markProposals(trx: Knex, { lrId, complaintNo }: Complaint): Promise<void> {
  if (lrId === null) return
  const author = systemAuthor(`Complaint ${complaintNo}`)
  const proposed = { lrId, complaintProposal: 'PROPOSED' }
  for (const row of await rowsOf(trx, pod, rows => rows.where(proposed)))
    await updateRow(trx, pod, row, { complaintProposal: 'OPENED' }, author)
  for (const row of await rowsOf(trx, feedback, rows => rows.where(proposed)))
    await updateRow(trx, feedback, row, { complaintProposal: 'OPENED' }, author)
}
