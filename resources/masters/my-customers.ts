import type { Scope } from '../define/resource.ts'

const of = (scope: Scope) => ({ customerId: scope })

/** Data of a customer is seen by the customer and by those who own the account. */
export const withinMyCustomers = {
  CUSTOMER: of('ownCustomer'),
  DISTRIBUTOR: of('ownCustomer'),
  SALES_REP: of('myCustomers'),
  SALES_MANAGER: of('myCustomers'),
} as const
