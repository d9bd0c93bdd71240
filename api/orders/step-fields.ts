import type { Order } from '../../resources/orders/order.ts'
import type { LineCancelInput, LineChangeInput, StepBody } from '../../resources/orders/step-body.ts'
import type { SamePoAnswer } from '../../resources/orders/terms/same-po.ts'

/** What a step leads to. */
export interface Taken {
  /** The order as it is then, followed by orders that were made with it. */
  orders: Order[]
  /** What of the order could not be kept, a sentence each. */
  notKept?: string[]
}

/** What was said with a step; what the step does not ask is empty. */
export interface StepFields {
  remark: string | null
  reasonCodeId: number | null
  leadsTo: 'DRAFT' | 'REJECTED'
  sapOrderNo: string | null
  /** The day on which the goods are wanted. */
  requestedDeliveryDate: string | null
  samePo: SamePoAnswer | null
  /** What the person was shown of each open line, in their order; empty when that is what is saved. */
  seenLines: NonNullable<StepBody['seenLines']>
  /** Lines to delete. */
  lineNos: number[]
  changes: LineChangeInput[]
  /** Empty when everything open is to be cancelled. */
  cancels: LineCancelInput[]
}

/** Nothing said, for steps that the product takes itself or that run over many orders. */
export const EMPTY_STEP: StepFields = {
  remark: null,
  reasonCodeId: null,
  leadsTo: 'DRAFT',
  sapOrderNo: null,
  requestedDeliveryDate: null,
  samePo: null,
  seenLines: [],
  lineNos: [],
  changes: [],
  cancels: [],
}

export interface StepInput extends StepFields {
  orderId: number
  rowVersion: number | null
}

/** A step with all its fields. */
export function stepInput({ step, lines, lineNos, seenLines, ...said }: StepBody): StepInput {
  return {
    ...EMPTY_STEP,
    ...said,
    lineNos: lineNos ?? [],
    seenLines: seenLines ?? [],
    changes: step === 'changeLine' ? ((lines ?? []) as LineChangeInput[]) : [],
    cancels: step === 'cancelOpen' ? ((lines ?? []) as LineCancelInput[]) : [],
  }
}
