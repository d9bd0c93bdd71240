/** Whose end-user papers each role reads: blocks and documents alike. */
export const eudWithin = {
  CUSTOMER: { customerId: 'ownCustomer' },
  DISTRIBUTOR: { customerId: 'ownCustomer' },
  SALES_REP: { customerId: 'myCustomers' },
  SALES_MANAGER: { customerId: 'myCustomers' },
  CSC_AGENT: { customerId: 'customersOfMySbus' },
  EUD_APPROVER: { customerId: 'customersOfMySbus' },
  DISPATCH: { customerId: 'myCustomers' },
} as const
