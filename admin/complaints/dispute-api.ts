import type { ArDispute } from '../../resources/complaints/ar-dispute.ts'
import { arDispute } from '../../resources/complaints/ar-dispute.ts'
import type {
  DisputableInvoices,
  DisputeStepResults,
  DisputeSteps,
  DisputeStepTaken,
} from '../../resources/complaints/dispute-answers.ts'
import { type DisputeStep, disputeFlow, type manySteps } from '../../resources/complaints/dispute-flow.ts'
import { api } from '../shell/api.ts'
import type { StepKind } from './step-panel.tsx'
import { disputeThread } from './thread-api.ts'

/** A dispute as a reader gets it: customers without its owner and what waits for confirmation. */
export type DisputeRow = ArDispute & { texts: Partial<Record<keyof ArDispute, string>>; sla: string }

export const fetchDispute = async (id: number) => (await api.get<DisputeRow>(`/complaints/ar-dispute/${id}`)).data

export const openDispute = async (body: object, headers: Record<string, string>) =>
  (await api.post<DisputeRow>('/complaints/ar-dispute', body, { headers })).data

/** The invoices of a customer that can be disputed, or one of them. */
export const disputableInvoices = async (params: { customerId?: number; invoiceId?: number; q?: string }) =>
  (await api.get<DisputableInvoices>('/disputable-invoices', { params })).data.invoices

/** Takes a step on many disputes; what became of each. */
export const takeMany = async (
  step: (typeof manySteps)[number],
  disputes: readonly Pick<ArDispute, 'id' | 'rowVersion'>[],
  said: { ownerEmployeeId?: number; remark?: string },
) =>
  (
    await api.post<DisputeStepResults>('/dispute-bulk-steps', {
      step,
      disputes: disputes.map(({ id, rowVersion }) => ({ id, rowVersion })),
      ...said,
    })
  ).data.results

/** The steps of disputes, as their panel asks for them. */
export const disputeSteps: StepKind<DisputeRow, DisputeStep> = {
  resource: arDispute,
  thread: disputeThread,
  steps: disputeFlow.steps,
  words: {
    ask: 'Question to the customer',
    reply: 'Answer',
    accept: 'Answer to the customer',
    reject: 'Answer to the customer',
    sendBack: 'What is to be changed',
    withdraw: 'Why it is withdrawn',
    reassign: 'Why',
  },
  optional: [],
  dangerous: ['withdraw', 'reject'],
  besides: ['reassign', 'withdraw', 'ask'],
  startOf: (name, row) => (name === 'acceptedAmount' ? row.disputedAmount : null),
  numberOf: ({ disputeNo }) => disputeNo,
  stepsOf: async disputeId => (await api.get<DisputeSteps>('/dispute-steps', { params: { disputeId } })).data.steps,
  take: async ({ id, rowVersion }, step, said) =>
    (await api.post<DisputeStepTaken>('/dispute-steps', { disputeId: id, rowVersion, step, ...said })).data,
}
