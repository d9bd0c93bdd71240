import type { NewComplaint } from '../../resources/complaints/complaint-commands.ts'

/** What a new complaint says, once its customer is known. */
export type WrittenComplaint = Omit<NewComplaint, 'attachmentIds' | 'feedbackId' | 'customerId'> & {
  customerId: number
}
