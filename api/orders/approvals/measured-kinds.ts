/** What an approval measures against limits of a type. */
export interface MeasuredKind {
  step: string
  limitType: string
  /** The SQL of the measured value of `approval_task`, which a limit of the type must reach. */
  value: string
}

const inTrigger = (limitType: string) =>
  `cast(json_extract(approval_task.triggerJson, '$.values.${limitType}') as decimal(18, 0))`

/** What approvals measure; a step of several measures keeps those beyond the first in its trigger. */
export const measuredKinds: readonly MeasuredKind[] = [
  { step: 'LIMIT_PRICE', limitType: 'LIMIT_PRICE_PCT', value: 'approval_task.measuredValue' },
  { step: 'MY_APPROVAL', limitType: 'DISCOUNT_PCT', value: 'approval_task.measuredValue' },
  { step: 'MY_APPROVAL', limitType: 'FREIGHT_VALUE', value: inTrigger('FREIGHT_VALUE') },
  { step: 'MY_APPROVAL', limitType: 'FOC_VALUE', value: inTrigger('FOC_VALUE') },
  { step: 'LIMIT', limitType: 'CREDIT_AMOUNT', value: 'approval_task.measuredValue' },
]
