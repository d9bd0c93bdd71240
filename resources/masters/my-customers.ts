import type { Scope } from '../scopes.ts'

const of = (scope: Scope) => ({ customerId: scope })

/** What belongs to a customer is seen by himself and by those who keep his account. */
export const withinMyCustomers = {
  CUSTOMER: of('ownCustomer'),
  DISTRIBUTOR: of('ownCustomer'),
  SALES_REP: of('myCustomers'),
  SALES_MANAGER: of('myCustomers'),
} as const
