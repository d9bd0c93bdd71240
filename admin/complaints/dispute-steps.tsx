import { arDispute } from '../../resources/complaints/ar-dispute.ts'
import { disputeProcess } from '../../resources/complaints/dispute-process.ts'
import type { StepKind } from '../derive/process/step-kind.ts'
import type { DisputeRow } from './dispute-api.ts'
import { ownerInput } from './owner-row.tsx'
import { disputeThread } from './thread-api.ts'

/** The steps of disputes, as their screens ask for them. */
export const disputeSteps: StepKind<DisputeRow> = {
  process: disputeProcess,
  resource: arDispute,
  numberOf: ({ disputeNo }) => disputeNo,
  inputs: { ownerEmployeeId: ownerInput(disputeThread) },
  startOf: (name, row) => (name === 'acceptedAmount' ? row.disputedAmount : null),
}
