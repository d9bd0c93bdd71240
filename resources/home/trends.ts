import type { Role } from '../roles.ts'
import { buyers, sales } from './tiles/who.ts'

/** The small charts of the home page, and on whose home each stands; whoever may not read the rows has it not. */
export const trends: Readonly<Record<'orders' | 'deliveries' | 'outstanding', { roles: readonly Role[] }>> = {
  orders: { roles: [...buyers, ...sales, 'CSC_AGENT', 'PRICING_APPROVER', 'AUDITOR'] },
  deliveries: { roles: [...buyers, ...sales, 'CSC_AGENT', 'DISPATCH', 'TRANSPORTER', 'AUDITOR'] },
  outstanding: { roles: [...buyers, 'FINANCE', 'CREDIT_CONTROLLER', 'AUDITOR'] },
}

/** The weeks that the charts look back. */
export const TREND_WEEKS = 8
