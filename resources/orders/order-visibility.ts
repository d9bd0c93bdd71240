/** Which columns of an order are hidden from whom, and whose orders a person sees. */

import type { Role } from '../roles.ts'
import type { Scope } from '../scopes.ts'

/** Those who dispatch the goods see no prices. */
export const pricesHiddenFrom: readonly Role[] = ['DISPATCH']

/** Limit prices, average prices, credit and approvers’ remarks never reach buyers, sites and transporters. */
export const creditHiddenFrom: readonly Role[] = ['CUSTOMER', 'DISTRIBUTOR', 'DISPATCH', 'TRANSPORTER']

/** Stock and the plants that could not supply are internal: a buyer sees only that goods are on back-order. */
export const stockHiddenFrom: readonly Role[] = ['CUSTOMER', 'DISTRIBUTOR']

/** Which approvals an order needs, of whom and until when, is internal: a buyer sees that it is being checked. */
export const approvalsHiddenFrom: readonly Role[] = ['CUSTOMER', 'DISTRIBUTOR']

/** At what price a distributor buys for a customer is not told to that customer: buyers read amounts where they pay. */
export const amountsOfBuyers = {
  CUSTOMER: { amount: { soldToId: 'ownCustomer' } },
  DISTRIBUTOR: { amount: { soldToId: 'ownCustomer' } },
} as const

const of = (scope: Scope) => ({ orderId: scope })

/** The scopes of orders, for their lines, steps and tasks. */
export const withinOrders = {
  CUSTOMER: of('ordersOfMyCustomers'),
  DISTRIBUTOR: of('ordersOfMyCustomers'),
  SALES_REP: of('ordersOfMyCustomers'),
  SALES_MANAGER: [of('ordersOfMyCustomers'), of('ordersIDecide'), of('ordersOfMyCluster')],
  PRICING_APPROVER: of('ordersOfMySbus'),
  CSC_AGENT: of('ordersOfMySbus'),
  EUD_APPROVER: of('ordersOfMySbus'),
  CREDIT_CONTROLLER: of('ordersOfMySbus'),
  DISPATCH: of('ordersOfMyPlants'),
} as const

/** What belongs to an order is read with it by its approvers: the head of an SBU may hold any role. */
export const assignedWithOrders = of('ordersAskedOfMe')
