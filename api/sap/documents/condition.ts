import { optionalText, type SapRow } from '../http/odata.ts'

/** Whether a price condition is in the amount: an inactive one lost against another, a statistical one only informs. */
export const isActiveCondition = (row: SapRow): boolean =>
  !optionalText(row.ConditionInactiveReason) && row.ConditionIsForStatistics !== true
