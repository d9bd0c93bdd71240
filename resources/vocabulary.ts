import type { Capability as ProductCapability } from './capabilities.ts'
import type { Role as ProductRole } from './roles.ts'
import type { Scope as ProductScope } from './scopes.ts'

/** The screens of one group; the first part of the path. */
type MenuBranch =
  | 'masters'
  | 'access-control'
  | 'shipment-tracking'
  | 'channel-13-masters'
  | 'dispatches'
  | 'transaction-view'
  | 'coa'
  | 'dealerdash'
  | 'settings'

/** The facts of an order line that a master is matched by. */
type OrderLineFact =
  | 'soldToId'
  | 'shipToId'
  | 'productId'
  | 'materialPricingGroupId'
  | 'channelId'
  | 'sbuId'
  | 'stateId'

declare module './define/vocabulary.ts' {
  interface Vocabulary {
    role: ProductRole
    scope: ProductScope
    group: MenuBranch
    lineFact: OrderLineFact
    capability: ProductCapability
  }
}
