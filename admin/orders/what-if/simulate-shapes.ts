import type { OrderContext } from '../../../resources/orders/pad/order-context.ts'
import type { OfferedProduct } from '../../../resources/orders/pad/order-products.ts'
import type { Simulation } from '../../../resources/orders/what-if/simulation.ts'
import type { MastersOf, Placer } from '../../../resources/orders/what-if/simulators.ts'
import { api } from '../../shell/api.ts'

/** A line of a simulation, as far as it is entered. */
export interface SimulationLine {
  key: number
  product: OfferedProduct | null
  qty: number | null
  manualDiscountPct: number | null
  promoCode: string
}

/** The input of a simulation, for one day or for two. */
export interface SimulationInput {
  shipToId: number | null
  orderTypeId: number | null
  orderDate: string
  /** A second day to compare with. */
  otherDate: string | null
  placedBy: Placer
  /** Which masters a past day is simulated with. */
  masters: MastersOf
  lines: SimulationLine[]
}

export const simulationContext = async (customerId: number) =>
  (await api.get<OrderContext>('/simulation-context', { params: { customerId } })).data

export const simulationProducts = async (customerId: number, q: string, signal: AbortSignal) =>
  (await api.get<OfferedProduct[]>('/simulation-products', { params: { customerId, q }, signal })).data

export const simulate = async (body: Record<string, unknown>) =>
  (await api.post<Simulation>('/simulations', body, { keepsRead: true })).data
