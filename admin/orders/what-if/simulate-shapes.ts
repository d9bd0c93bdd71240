import type { SentOf } from '../../../resources/define/command.ts'
import type { OfferedProduct } from '../../../resources/orders/pad/offers.ts'
import type * as whatIf from '../../../resources/orders/what-if/commands.ts'
import type { MastersOf, Placer } from '../../../resources/orders/what-if/simulators.ts'
import { ask, at, question } from '../../derive/command/ask.ts'

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

export const simulationContext = (customerId: number) =>
  ask(at<typeof whatIf.showSimulationContext>('GET simulation-context'), { customerId })

export const simulationProducts = (customerId: number, q: string, signal: AbortSignal) =>
  ask(at<typeof whatIf.findProductsToSimulate>('GET simulation-products'), { customerId, q }, {}, signal)

/** What is not filled in yet is left out, and named by the server. */
export const simulate = (body: object) =>
  ask(question<typeof whatIf.simulateOrder>('POST simulations'), body as SentOf<typeof whatIf.simulateOrder>)
