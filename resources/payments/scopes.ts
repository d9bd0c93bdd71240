import { refundProcess } from './refund-process.ts'

/** Whose payments a person sees: their own, or those of the customers they keep. */
export const withinPayments = {
  CUSTOMER: { customerId: 'ownCustomer' },
  DISTRIBUTOR: { customerId: 'ownCustomer' },
  SALES_REP: { customerId: 'myCustomers' },
  SALES_MANAGER: { customerId: 'myCustomers' },
} as const

const told = { customerId: 'ownCustomer', status: refundProcess.sets.told } as const

/** Whose refunds a person sees; a customer's own people once two people have agreed to them. */
export const withinRefunds = { ...withinPayments, CUSTOMER: told, DISTRIBUTOR: told } as const
