/** Whose payments a person sees: their own, or those of the customers they keep. */
export const withinPayments = {
  CUSTOMER: { customerId: 'ownCustomer' },
  DISTRIBUTOR: { customerId: 'ownCustomer' },
  SALES_REP: { customerId: 'myCustomers' },
  SALES_MANAGER: { customerId: 'myCustomers' },
} as const
