import type { OrderAction } from './order-process.ts'

/** A reason that can be given for a step. */
export interface OfferedReason {
  id: number
  code: string
  name: string
}

/** A step that the person may take on an order now. */
export interface OfferedStep {
  step: OrderAction
  label: string
  remark?: 'required'
  /** The further fields that the step reads. */
  says?: readonly string[]
  reasons?: readonly OfferedReason[]
}
