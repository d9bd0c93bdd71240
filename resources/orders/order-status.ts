import { type OptionWords, type Tone, text } from '../define/fields.ts'
import { wordsFor as wordsOfStates } from '../define/process/states.ts'
import { type OptionReader, wordsFor } from '../option-words.ts'
import { type ApprovalStep, approvalSteps, type OrderState } from '../trade.ts'
import { orderStates } from './order-states.ts'

/** Each state of an order in the words of its readers. */
export const orderStatusWords: OptionWords = {
  staff: wordsOfStates(orderStates, 'staff'),
  buyer: wordsOfStates(orderStates, 'buyer'),
}

/** The name of each approval. */
export const approvalNames: Record<ApprovalStep, string> = {
  EUD: 'EUD approval',
  RATE_CONTRACT: 'Rate contract approval',
  CSC: 'CSC check',
  LIMIT_PRICE: 'Limit price approval',
  MY_APPROVAL: 'Discount approval',
  LIMIT: 'Credit limit approval',
  ACCEPTANCE: 'Acceptance',
}

/** An approval in a list. */
export const approvalWords: OptionWords = { staff: approvalNames, buyer: {} }

/** What each approval is about. */
const approvalSubjects: Record<ApprovalStep, string> = {
  EUD: 'EUD',
  RATE_CONTRACT: 'rate contract',
  CSC: 'CSC check',
  LIMIT_PRICE: 'limit price',
  MY_APPROVAL: 'discount',
  LIMIT: 'credit limit',
  ACCEPTANCE: 'acceptance',
}

/** The name of an approval inside a sentence: `discount approval`, but `EUD approval`. */
export const approvalInSentence = (step: ApprovalStep): string =>
  approvalNames[step].replace(/^[A-Z](?=[a-z])/, letter => letter.toLowerCase())

/** What of an order its state is told by; the server sends each person only what they may read of it. */
export interface OrderStatusFacts {
  status: string
  pendingStep?: string | null | undefined
  /** Who is to decide, where the reader may know. */
  waitingFor?: string | null | undefined
  /** It waits for somebody to accept it. */
  isForAcceptance?: boolean | null | undefined
  /** A draft that was submitted before is one that came back. */
  submittedAt?: string | null | undefined
  /** A draft that waits for a yes of its buyer's company. */
  companyAskedAt?: string | null | undefined
  /** Why SAP holds it, for our people. */
  heldInSap?: string | null | undefined
  /** What its buyer reads while SAP holds it. */
  buyerHold?: string | null | undefined
}

/** Why SAP holds an order, as columns of a report of orders, in the words of each reader. */
export const holdColumns = {
  heldInSap: text({ optional: true, label: 'Held in SAP', audience: 'staff' }),
  buyerHold: text({ optional: true, label: 'Being checked', audience: 'readers' }),
}

/** The states that say nothing of a hold: what SAP holds while it has the order and not all goods have left. */
const heldStates: readonly string[] = ['CONFIRMED', 'PARTIALLY_DISPATCHED']

/** Why SAP holds an order, in the words of its reader; null where it does not, or its state no longer asks for it. */
export function holdText({ status, heldInSap, buyerHold }: OrderStatusFacts, reader: OptionReader): string | null {
  if (!heldStates.includes(status)) return null
  return reader === 'buyer' ? (buyerHold ?? null) : heldInSap ? `Held in SAP: ${heldInSap}` : null
}

/** An order that SAP holds waits, whatever its state says. */
export const heldTone = (order: OrderStatusFacts): Tone | undefined =>
  holdText(order, 'staff') || holdText(order, 'buyer') ? 'wait' : undefined

/** The state of an order in the words of its reader: `Waiting for Meena Kulkarni (discount)`, or `Being checked`. */
export function orderStatusText(order: OrderStatusFacts, reader: OptionReader): string {
  const { pendingStep, waitingFor, isForAcceptance, submittedAt, companyAskedAt } = order
  const status = order.status as OrderState
  if (status === 'DRAFT' && companyAskedAt && reader === 'buyer') return 'Waiting for a yes in your company'
  if (status === 'DRAFT' && submittedAt) return 'Sent back for correction'
  if (status === 'PENDING' && reader === 'buyer' && isForAcceptance) return 'Waiting for acceptance'
  if (status === 'PENDING' && reader === 'staff' && pendingStep === 'ACCEPTANCE' && !waitingFor)
    return 'Waiting for acceptance'
  if (status === 'PENDING' && reader === 'staff' && pendingStep) {
    const subject = approvalSubjects[pendingStep as ApprovalStep] ?? pendingStep
    return `Waiting for ${waitingFor || 'approval'} (${subject})`
  }
  return holdText(order, reader) ?? wordsFor(orderStatusWords, reader)[status] ?? status
}

/** The state of an order in a report, which names the step of an approval apart; one that SAP holds says why. */
export const orderStateInReport = (order: OrderStatusFacts, reader: OptionReader): string =>
  holdText(order, reader) ?? wordsFor(orderStatusWords, reader)[order.status as OrderState] ?? order.status

/** The state of an order in a list, where a column of its own says who is to decide. */
export const orderStateInList = (order: OrderStatusFacts, reader: OptionReader): string =>
  order.status === 'PENDING' && reader === 'staff' && order.pendingStep
    ? (approvalNames[order.pendingStep as ApprovalStep] ?? order.pendingStep)
    : orderStatusText({ ...order, waitingFor: null }, reader)

/** The states that the history of an order names: with the pending approval where there is one, `PENDING_MY_APPROVAL`. */
export const historyStates: Readonly<Record<string, string>> = {
  ...orderStatusWords.staff,
  ...Object.fromEntries(
    approvalSteps.map(step => [`PENDING_${step}`, orderStatusText({ status: 'PENDING', pendingStep: step }, 'staff')]),
  ),
}
