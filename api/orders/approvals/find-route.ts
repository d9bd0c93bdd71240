import { createHash } from 'node:crypto'
import type { RouteFacts } from '../../../resources/orders/approvals/approval-facts.ts'
import { starterOf } from '../../../resources/orders/approvals/approvers.ts'
import { type Exposure, exposureOf } from '../../../resources/orders/approvals/credit.ts'
import { type Route, route } from '../../../resources/orders/approvals/route.ts'
import type { RouteOrder } from '../../../resources/orders/approvals/route-rows.ts'
import type { Settings } from '../../../resources/settings/settings.ts'
import { type Approvers, canCustomerSignIn, loginsOfSbu, type OrderPlacer } from './approver-facts.ts'

type FromApprovers = 'today' | 'employees' | 'logins' | 'limits' | 'cscApprovers'
type FromPlacer = 'placedByEmployeeId' | 'starterEmployeeId'

/** An order, saved or previewed, with everything that its routing depends on except the approvers. */
export interface RouteRequest extends Omit<RouteFacts, FromApprovers | FromPlacer | 'order' | 'settings'> {
  order: Omit<RouteOrder, 'placedByName' | 'customerSignsIn'>
  placedBy: OrderPlacer
  /** The sales employee responsible for the customer's account in the SBU. */
  accountOwnerId: number | null
  settings: Settings
}

/** A route with the employee whose order it is, who may not approve it, and the payer's credit exposure. */
export type FoundRoute = Route & { starterEmployeeId: number | null; credit: Exposure }

/** Finds the approvals that an order needs. Pure: reads no database. */
export function findRoute(
  approvers: Approvers,
  { accountOwnerId, placedBy, settings, ...facts }: RouteRequest,
): FoundRoute {
  const { customer } = facts.order
  const starterEmployeeId = starterOf(placedBy, accountOwnerId)
  const foundRoute = route(
    {
      ...approvers,
      ...facts,
      logins: loginsOfSbu(approvers, facts.sbu.id),
      order: {
        ...facts.order,
        placedByName: placedBy.name,
        customerSignsIn: canCustomerSignIn(approvers, customer.id),
      },
      placedByEmployeeId: placedBy.employeeId,
      starterEmployeeId,
      settings: {
        useAsp: settings['approval.use_asp'],
        promoFreePct: settings['approval.promo_free_pct'],
        fourEyes: settings['limits.four_eyes'],
        overdueDays: settings['credit.overdue_days'],
        finalApproverId: finalApproverIn(approvers, settings),
      },
    },
    sha256,
  )
  const credit = exposureOf(facts.credit, facts.order.grossValue, approvers.today)
  return { ...foundRoute, starterEmployeeId, credit }
}

const finalApproverIn = ({ employees }: Approvers, settings: Settings) =>
  employees.find(({ employeeCode }) => employeeCode === settings['approval.final_approver'])?.id ?? null

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
