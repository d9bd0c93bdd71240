import type { Role } from '../../roles.ts'

/** Those who buy, and those who sell, on whose home much is the same. */
export const buyers: readonly Role[] = ['CUSTOMER', 'DISTRIBUTOR']
export const sales: readonly Role[] = ['SALES_REP', 'SALES_MANAGER']
