import type { Role } from '../../roles.ts'

/** The roles that may simulate an order: whoever places or decides orders, and who keeps or audits the rules. */
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

/** In whose name an order is simulated: the caller's, the customer’s own, or the account owner's. */
export const placers = ['ME', 'CUSTOMER', 'ACCOUNT_OWNER'] as const
export type Placer = (typeof placers)[number]

/** The masters by which a past day is simulated: as they were then, or as they are now. */
export const mastersOf = ['THEN', 'NOW'] as const
export type MastersOf = (typeof mastersOf)[number]
