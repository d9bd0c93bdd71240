import type { Role } from '../roles.ts'

/** Who sees what is in error or stuck for SAP (§I.2); row scope narrows all but the IT administrator. */
export const seesTrouble = [
  'SYS_ADMIN',
  'CUSTOMER',
  'DISTRIBUTOR',
  'SALES_REP',
  'SALES_MANAGER',
  'CSC_AGENT',
  'AUDITOR',
] as const satisfies readonly Role[]

/** Who cancels many orders in one run. */
export const cancelsMany = ['SALES_MANAGER', 'CSC_AGENT'] as const satisfies readonly Role[]
