/**
 * The masters of order control as the rules read them, by their column names; a row of the declared master fits
 * unchanged.
 */
import type { blockCustomerOrderCreation } from '../../masters/block-customer-order-creation.ts'
import type { perennialNonAvailableItems } from '../../masters/perennial-non-available-items.ts'
import type { pesoProducts } from '../../masters/peso-products.ts'
import type { Columns, DatedColumns } from '../rows.ts'

/** A block of a customer's orders, with the text of its reason; without an SBU it counts for every one. */
export type RuleOrderBlock = DatedColumns<
  typeof blockCustomerOrderCreation,
  'customerId' | 'sbuId' | 'blockMode' | 'remarks'
> & { reason: string }

/** A PESO product; litres of a unit in thousandths, free litres in tenths. */
export type Petroleum = Columns<typeof pesoProducts, 'productId' | 'petroleumClass' | 'litrePerUom'> & {
  licenceFreeLitres: number
}

/** A perennial non-available item, with its substitute; without a plant it counts for every one. */
export type NonAvailable = DatedColumns<
  typeof perennialNonAvailableItems,
  'productId' | 'plantId' | 'action' | 'message' | 'expectedAvailableOn'
> & { substitute: Substitute | null }

export interface Substitute {
  id: number
  code: string
  name: string
}

/** Every row of order control that an order may need, on its day. */
export interface ControlRows {
  orderBlocks: readonly RuleOrderBlock[]
  petroleum: ReadonlyMap<number, Petroleum>
  nonAvailable: readonly NonAvailable[]
  /** By product that can no longer be ordered: the one that takes its place. */
  substitutes: ReadonlyMap<number, Substitute>
}
