import type { shipTo } from '../../../resources/access-control/ship-to.ts'
import type { Row } from '../../../resources/define/resource.ts'

/** The keys by which the master rows of an order are read. */
export interface OrderFactKeys {
  day: string
  productIds: readonly number[]
  pricingGroupIds: readonly number[]
  sbuIds: readonly number[]
  /** The customer, and the distributors who may buy for them. */
  buyerIds: readonly number[]
  channelIds: readonly number[]
  shipTo: Pick<Row<typeof shipTo>, 'id' | 'cityId' | 'stateId'>
  promoCodes: readonly string[]
}
