import type { Role } from '../../roles.ts'

/** Who may try out what an order would come to: whoever places or decides orders, and who keeps or audits the rules. */
export const simulators: readonly Role[] = [
  'CUSTOMER',
  'DISTRIBUTOR',
  'SALES_REP',
  'SALES_MANAGER',
  'PRICING_APPROVER',
  'CSC_AGENT',
  'EUD_APPROVER',
  'CREDIT_CONTROLLER',
  'FINANCE',
  'MASTER_ADMIN',
  'AUDITOR',
]

/** In whose name an order is tried out: his who asks, the customer’s own, or that of the sales person who keeps the account. */
export const placers = ['ME', 'CUSTOMER', 'ACCOUNT_OWNER'] as const
export type Placer = (typeof placers)[number]

/** By which masters a past day is tried out: as they were kept then, or as they are kept now. */
export const mastersOf = ['THEN', 'NOW'] as const
export type MastersOf = (typeof mastersOf)[number]
