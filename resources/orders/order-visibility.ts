/** Who does not see what of an order (§I.2, field rules and note 5), and whose orders a person sees. */

import type { Role } from '../roles.ts'
import type { Scope } from '../scopes.ts'

/** Those who dispatch the goods see no prices. */
export const pricesHiddenFrom: readonly Role[] = ['DISPATCH']

/** Limit prices, average prices, credit and approvers’ remarks never reach buyers, sites and carriers. */
export const creditHiddenFrom: readonly Role[] = ['CUSTOMER', 'DISTRIBUTOR', 'DISPATCH', 'TRANSPORTER']

/** What lies where, and which plants could not supply, is our business: a buyer is told that his goods are on back-order. */
export const stockHiddenFrom: readonly Role[] = ['CUSTOMER', 'DISTRIBUTOR']

/** At what price a distributor buys for a customer is not told to that customer (§D.4): buyers read amounts where they pay. */
export const amountsOfBuyers = {
  CUSTOMER: { amount: { soldToId: 'ownCustomer' } },
  DISTRIBUTOR: { amount: { soldToId: 'ownCustomer' } },
} as const

const of = (scope: Scope) => ({ orderId: scope })

/** Whose orders’ lines, steps and tasks: as for the orders themselves. */
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

/** What belongs to an order is read with it by who is asked to decide about it: the head of an SBU may hold any role. */
export const askedWithOrders = of('ordersAskedOfMe')
