import type { ComplaintStep } from './complaint-flow.ts'

/** An employee who can own a complaint, or be named in a note. */
export interface ComplaintPerson {
  employeeId: number
  userId: number
  name: string
}

/** The answer of `GET complaint-steps?complaintId=`: what the person may do next. */
export interface ComplaintSteps {
  steps: ComplaintStep[]
}

/** The answer of `POST complaint-steps`. */
export interface StepTaken {
  id: number
  status: string
  rowVersion: number
}

/** Of `POST complaint-reassignments`, one complaint: why it was not given to its new owner, or null. */
export interface ReassignResult {
  complaintId: number
  refused: string | null
}
