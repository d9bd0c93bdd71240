import type { OptionReader } from '../option-words.ts'
import { type OrderAction, orderProcess } from './order-process.ts'

/** Steps that buyers read in words of their own. */
const buyerWords: Partial<Record<OrderAction, string>> = { sapHeld: 'Being checked', sapReleased: 'Check ended' }

/** What the history of an order calls a step, in the words of its reader. */
export const stepText = (step: string, reader: OptionReader): string =>
  (reader === 'buyer' ? buyerWords[step as OrderAction] : undefined) ??
  orderProcess.steps[step as OrderAction]?.label ??
  step
