import { addDays, dayOf } from '../define/dates.ts'
import type { Settings } from '../settings/settings.ts'
import type { OrderState } from '../trade.ts'

/** The facts that decide when an order lapses; instants as UTC text. */
interface Untouched {
  status: OrderState
  pendingStep: string | null
  /** Since when it is in its state. */
  statusSince: string
  updatedAt: string
}

/** How many days before its end whoever placed an order is warned. */
export const LAPSE_WARNING_DAYS = 3

/** After how many days without change an order lapses; null where it never does. */
function daysToLive({ status, pendingStep }: Pick<Untouched, 'status' | 'pendingStep'>, settings: Settings) {
  if (status === 'DRAFT') return settings['dead.draft_days']
  if (status === 'IN_ERROR') return settings['dead.error_days']
  if (status !== 'PENDING') return null
  return pendingStep === 'ACCEPTANCE' ? settings['dead.acceptance_days'] : settings['dead.pending_days']
}

/** The fewest days after which any order lapses. */
export const shortestLifetime = (settings: Settings) =>
  Math.min(
    settings['dead.draft_days'],
    settings['dead.error_days'],
    settings['dead.acceptance_days'],
    settings['dead.pending_days'],
  )

/**
 * The business day in whose first hours an order lapses: a draft counted from its last change, any other from its
 * state.
 */
export function lapsesOn(order: Untouched, settings: Settings): string | null {
  const days = daysToLive(order, settings)
  if (days === null) return null
  return addDays(dayOf(order.status === 'DRAFT' ? order.updatedAt : order.statusSince), days)
}
