/** The masters of order control as the rules read them, by their column names; a row of the declared master fits as it is. */
import type { blockCustomerOrderCreation } from '../../masters/block-customer-order-creation.ts'
import type { perennialNonAvailableItems } from '../../masters/perennial-non-available-items.ts'
import type { pesoProducts } from '../../masters/peso-products.ts'
import type { Columns, DatedColumns } from '../rows.ts'

/** M33, with what its reason is called; without an SBU it counts for every one. */
export type OrderBlock = DatedColumns<
  typeof blockCustomerOrderCreation,
  'customerId' | 'sbuId' | 'blockMode' | 'remarks'
> & { reason: string }

/** M35; litres of a unit in thousandths, free litres in tenths. */
export type Petroleum = Columns<typeof pesoProducts, 'productId' | 'petroleumClass' | 'litrePerUom'> & {
  licenceFreeLitres: number
}

/** M40, with what may be ordered instead; without a plant it counts for every one. */
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
  orderBlocks: readonly OrderBlock[]
  petroleum: ReadonlyMap<number, Petroleum>
  nonAvailable: readonly NonAvailable[]
}
