import type { Role } from '../roles.ts'

/** The roles that see orders in error or stuck for SAP; row scope restricts all but the IT administrator. */
export const seesTrouble = [
  'SYS_ADMIN',
  'CUSTOMER',
  'DISTRIBUTOR',
  'SALES_REP',
  'SALES_MANAGER',
  'CSC_AGENT',
  'AUDITOR',
] as const satisfies readonly Role[]

/** The roles that cancel many orders in one run. */
export const cancelsMany = ['SALES_MANAGER', 'CSC_AGENT'] as const satisfies readonly Role[]
