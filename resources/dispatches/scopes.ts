/** Whose LRs a person sees, for everything that belongs to an LR. */
import type { Scope } from '../scopes.ts'

const of = (scope: Scope) => ({ lrId: scope })

export const withinLrs = {
  CUSTOMER: of('lrsInMyScope'),
  DISTRIBUTOR: of('lrsInMyScope'),
  SALES_REP: of('lrsInMyScope'),
  SALES_MANAGER: of('lrsInMyScope'),
  CSC_AGENT: of('lrsInMyScope'),
  EUD_APPROVER: of('lrsInMyScope'),
  DISPATCH: of('lrsInMyScope'),
  TRANSPORTER: of('lrsInMyScope'),
} as const

/** Whose deliveries a person sees: as with invoices, by the sold-to, the SBU or the plant. */
export const withinDeliveries = {
  CUSTOMER: { soldToId: 'ownCustomer' },
  DISTRIBUTOR: { soldToId: 'ownCustomer' },
  SALES_REP: { soldToId: 'myCustomers' },
  SALES_MANAGER: { soldToId: 'myCustomers' },
  CSC_AGENT: { sbuId: 'mySbus' },
  EUD_APPROVER: { sbuId: 'mySbus' },
  DISPATCH: { plantId: 'myPlants' },
} as const
