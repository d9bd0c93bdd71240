import type { Usual } from '../../../resources/orders/approvals/usual-hours.ts'
import type { MastersOf, Placer } from '../../../resources/orders/what-if/simulators.ts'
import { api } from '../../shell/api.ts'
import type { ApprovalAhead, OfferedProduct, OrderContext, Quote } from '../order-shapes.ts'

/** A line of a simulation, as far as it is entered. */
export interface TrialLine {
  key: number
  product: OfferedProduct | null
  qty: number | null
  manualDiscountPct: number | null
  promoCode: string
}

/** The input of a simulation, for one day or for two. */
export interface Trial {
  shipToId: number | null
  orderTypeId: number | null
  orderDate: string
  /** A second day to compare with. */
  otherDate: string | null
  placedBy: Placer
  /** Which masters a past day is simulated with. */
  masters: MastersOf
  lines: TrialLine[]
}

/** The server's answer for one of the days. */
export interface Simulated extends Omit<Quote, 'approvals' | 'lines'> {
  orderDate: string
  /** UNKNOWN: the portal did not have the customer then, and answers with the present masters. */
  masters: MastersOf | 'UNKNOWN'
  /** The rows behind a past answer that differ now: their version then and now. */
  changedSince?: { resource: string; id: number; rowVersion: number; now: number }[]
  lines: (Quote['lines'][number] & { code: string; name: string; qty: number })[]
  approvals: (ApprovalAhead & { usual: Usual | null })[]
}

export const trialContext = async (customerId: number) =>
  (await api.get<OrderContext>('/simulation-context', { params: { customerId } })).data

export const trialProducts = async (customerId: number, q: string, signal: AbortSignal) =>
  (await api.get<OfferedProduct[]>('/simulation-products', { params: { customerId, q }, signal })).data

export const simulate = async (body: Record<string, unknown>) => (await api.post<Simulated>('/simulations', body)).data
