import { complaint } from '../../resources/complaints/complaint.ts'
import { type ComplaintStep, complaintFlow } from '../../resources/complaints/complaint-flow.ts'
import { type ComplaintRow, fetchComplaint, stepsOf, takeStep } from './complaint-api.ts'
import type { StepKind } from './step-panel.tsx'
import { complaintThread } from './thread-api.ts'

/** The steps of complaints, as their panel asks for them. */
export const complaintSteps: StepKind<ComplaintRow, ComplaintStep> = {
  resource: complaint,
  thread: complaintThread,
  steps: complaintFlow.steps,
  words: {
    ask: 'Question to the customer',
    reply: 'Answer',
    resolve: 'Answer to the customer',
    resolveQuality: 'Answer to the customer',
    reject: 'What is still wrong?',
    cancel: 'Why it is withdrawn',
    reassign: 'Why',
    changeCategory: 'Why',
  },
  optional: ['settlementNoteNo', 'batchNo'],
  dangerous: ['cancel'],
  besides: ['reassign', 'changePriority', 'changeCategory', 'reject', 'cancel'],
  leadsTo: async ({ id }, step) =>
    step === 'changeCategory' && (await isOutOfReach(id)) ? '/complaints/modify' : null,
  startOf: (name, row) => (name === 'priority' ? row.priority : null),
  numberOf: ({ complaintNo }) => complaintNo,
  stepsOf,
  take: takeStep,
}

/** Whether the complaint went to other people with its category: QA reads those about quality alone. */
const isOutOfReach = (id: number) =>
  fetchComplaint(id).then(
    () => false,
    () => true,
  )
