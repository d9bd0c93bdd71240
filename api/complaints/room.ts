import { arDispute } from '../../resources/complaints/ar-dispute.ts'
import { batchRadar } from '../../resources/complaints/batch-radar.ts'
import { batchReceivers } from '../../resources/complaints/batch-receivers.ts'
import { complaint } from '../../resources/complaints/complaint.ts'
import { eudBlock } from '../../resources/complaints/eud-block.ts'
import type { Room } from '../derive/define-room.ts'
import { extend } from '../derive/extend.ts'
import { takeDueSteps } from '../derive/process/due-steps.ts'
import { stepActions } from '../derive/process/step-actions.ts'
import { documentCancelled, documentCreated } from '../sap/documents/document-news.ts'
import { batchRadarQuery } from './batch-radar.ts'
import { batchReceiversQuery } from './batch-receivers.ts'
import { complaintAge, complaintSla, disputeAge, disputeSla, isToConfirm } from './case-columns.ts'
import { attachedComplaint } from './complaint-process.ts'
import { escalateLate } from './escalate-late.ts'
import { attachedBlock, blockByHand } from './eud-block.ts'
import { noteCreditNote } from './find-credit-note.ts'

extend(batchRadar, { query: batchRadarQuery })
extend(batchReceivers, { query: batchReceiversQuery })
extend(complaint, {
  computed: { sla: complaintSla, ageDays: complaintAge },
})
extend(arDispute, {
  computed: { sla: disputeSla, ageDays: disputeAge, isToConfirm },
})
extend(eudBlock, {
  actions: { block: blockByHand, ...stepActions(attachedBlock, 'renew', 'requestRelease', 'release', 'deny') },
})

documentCreated.hear(noteCreditNote)
documentCancelled.hear(noteCreditNote)

/** Complaints, disputed invoices and blocked end users. */
export const complaintRoom: Room = {
  serves: () => import('./serve.ts'),
  nightly: () => [
    { name: 'late-complaints', everyMinutes: 15, work: escalateLate },
    { name: 'complaints', at: '05:15', work: db => takeDueSteps(db, attachedComplaint) },
  ],
}
