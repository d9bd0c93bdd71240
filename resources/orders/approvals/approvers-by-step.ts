import type { Role } from '../../roles.ts'
import type { ApprovalStep } from '../../trade.ts'

/** The roles that may decide in each queue; the routing decides whose turn it is. */
export const rolesDeciding: Record<ApprovalStep, readonly Role[]> = {
  EUD: ['EUD_APPROVER'],
  RATE_CONTRACT: ['SALES_MANAGER', 'PRICING_APPROVER'],
  CSC: ['CSC_AGENT'],
  LIMIT_PRICE: ['SALES_MANAGER', 'PRICING_APPROVER'],
  MY_APPROVAL: ['SALES_MANAGER', 'PRICING_APPROVER'],
  LIMIT: ['SALES_MANAGER', 'CREDIT_CONTROLLER', 'FINANCE'],
  ACCEPTANCE: ['CUSTOMER', 'DISTRIBUTOR', 'SALES_REP', 'SALES_MANAGER', 'CSC_AGENT'],
}

/** Whether one of the person's roles decides in a queue. */
export const decidesIn = ({ roles }: { readonly roles: readonly Role[] }, step: ApprovalStep): boolean =>
  rolesDeciding[step].some(role => roles.includes(role))

/** The roles whose holders are found for a decision; buyers and sales executives decide only where they are named. */
export const rolesFoundToDecide: readonly Role[] = [...new Set(Object.values(rolesDeciding).flat())].filter(
  role => role !== 'CUSTOMER' && role !== 'DISTRIBUTOR' && role !== 'SALES_REP',
)
