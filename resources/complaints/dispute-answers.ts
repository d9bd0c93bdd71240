import type { ComplaintPerson } from './complaint-answers.ts'
import type { DisputeStatus, DisputeStep } from './dispute-flow.ts'

/** An invoice of which something can be disputed, in paise. */
export interface DisputableInvoice {
  id: number
  invoiceNo: string
  invoiceDate: string
  /** What is owed and nobody is paying. */
  balance: number
  /** What of it is disputed already. */
  disputed: number
}

/** The answer of `GET disputable-invoices`. */
export interface DisputableInvoices {
  invoices: DisputableInvoice[]
}

/** The answer of `GET dispute-steps?disputeId=`: what the person may do next. */
export interface DisputeSteps {
  steps: DisputeStep[]
}

/** The answer of `GET dispute-people`. */
export interface DisputePeople {
  people: ComplaintPerson[]
}

/** The answer of `POST dispute-steps`. */
export interface DisputeStepTaken {
  id: number
  status: DisputeStatus
  rowVersion: number
}

/** What became of one of many disputes; a sentence says why nothing did. */
export interface DisputeStepResult {
  id: number
  /** Null for one that the person does not read. */
  disputeNo: string | null
  isDone: boolean
  message: string | null
}

/** The answer of `POST dispute-bulk-steps`. */
export interface DisputeStepResults {
  results: DisputeStepResult[]
}
