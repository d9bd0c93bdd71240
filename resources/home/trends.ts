import type { AgeBucket } from '../masters/outstanding.ts'
import type { Role } from '../roles.ts'

const buyers: readonly Role[] = ['CUSTOMER', 'DISTRIBUTOR']
const sales: readonly Role[] = ['SALES_REP', 'SALES_MANAGER']

/** The small charts of the home page, and on whose home each stands; whoever may not read the rows has it not. */
export const trends: Readonly<Record<keyof HomeTrends, { roles: readonly Role[] }>> = {
  orders: { roles: [...buyers, ...sales, 'CSC_AGENT', 'PRICING_APPROVER', 'AUDITOR'] },
  deliveries: { roles: [...buyers, ...sales, 'CSC_AGENT', 'DISPATCH', 'TRANSPORTER', 'AUDITOR'] },
  outstanding: { roles: [...buyers, 'FINANCE', 'CREDIT_CONTROLLER', 'AUDITOR'] },
}

/** The weeks that the charts look back. */
export const TREND_WEEKS = 8

/** The figures of the charts; null where the person has none of them. Weeks are named by their Monday, amounts are paise. */
export interface HomeTrends {
  orders: { week: string; orders: number }[] | null
  deliveries: { week: string; delivered: number; late: number }[] | null
  outstanding: { total: number; asOn: string | null; buckets: Record<AgeBucket, number> } | null
}
