import { percentText, quantityText, rupees } from '../../../resources/define/show.ts'
import { queueOf } from '../../../resources/orders/approvals/queues.ts'
import type { ApprovalStep } from '../../../resources/trade.ts'

/** The measured value in the unit of its kind of approval. */
export function measureText(step: ApprovalStep, value: number | null | undefined): string {
  const { unit } = queueOf(step)
  if (value === null || value === undefined || unit === null) return ''
  return { MONEY: rupees, PERCENT: percentText, QUANTITY: quantityText }[unit](value)
}
