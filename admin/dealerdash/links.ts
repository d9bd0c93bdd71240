import { complaint } from '../../resources/complaints/complaint.ts'
import { complaintStates } from '../../resources/complaints/complaint-states.ts'
import type { DistributorDashboard } from '../../resources/dealerdash/commands.ts'
import { customerTarget } from '../../resources/dealerdash/customer-target.ts'
import { ageBuckets } from '../../resources/masters/outstanding.ts'
import { uploadOutstanding } from '../../resources/masters/upload-outstanding.ts'
import { order } from '../../resources/orders/order.ts'
import { paymentCart } from '../../resources/payments/payment-cart.ts'
import type { useMay } from '../account/person.ts'
import { OPEN } from '../orders/order-history/history-state.ts'

/** Where the tiles lead; absent where the person may not open the list, or it cannot show the same rows. */
export type Links = {
  readonly [tile in
    | 'targets'
    | 'targetsOfMonth'
    | 'openOrders'
    | 'pendingApproval'
    | 'outstanding'
    | 'overdue'
    | 'complaints']?: string
}

/** The addresses of the lists behind the tiles, with the filter of the dashboard. */
export function linksOf(
  { distributor, fy, month }: Pick<DistributorDashboard, 'distributor' | 'fy' | 'month'>,
  sbuId: number | null,
  may: ReturnType<typeof useMay>,
  opensCustomer360: boolean,
): Links {
  const ofDistributor: Record<string, string> = distributor ? { 'f.customerId': `in.${distributor.id}` } : {}
  const ofSbu: Record<string, string> = sbuId === null ? {} : { 'f.sbuId': `in.${sbuId}` }
  const list = (path: string, filters: Record<string, string> = {}) =>
    may('read', path) ? `/${path}?${new URLSearchParams({ ...ofDistributor, ...ofSbu, ...filters })}` : undefined
  // Other customers than distributors have open items and complaints too: only those of one distributor are a list of their own.
  const ofOne: typeof list = (path, filters) => (distributor ? list(path, filters) : undefined)
  const orders = (status: string) =>
    distributor && may('read', order.path)
      ? `/orders/order-history?${new URLSearchParams({ status, soldTo: String(distributor.id), ...(sbuId !== null && { sbu: String(sbuId) }) })}`
      : undefined
  const overdue = ageBuckets.filter(bucket => bucket !== 'NOT_DUE').join('~')
  // Those who buy find their open items where they pay them, sales people on the customer's page.
  const elsewhere = may('create', paymentCart.path)
    ? '/transaction-view/payment-cart'
    : distributor && opensCustomer360
      ? `/masters/dashboard?customer=${distributor.id}`
      : undefined
  const links = {
    targets: list(customerTarget.path, { 'f.fy': `eq.${fy}` }),
    targetsOfMonth: list(customerTarget.path, { 'f.fy': `eq.${fy}`, 'f.month': `eq.${Number(month.slice(5))}` }),
    openOrders: orders(OPEN),
    pendingApproval: orders('PENDING'),
    outstanding: ofOne(uploadOutstanding.path) ?? elsewhere,
    overdue:
      ofOne(uploadOutstanding.path, { 'f.bucket': `in.${overdue}`, 'f.balanceAmount': 'between.1~' }) ?? elsewhere,
    complaints: ofOne(complaint.path, { 'f.status': `in.${complaintStates.sets.open.join('~')}` }),
  }
  return Object.fromEntries(Object.entries(links).filter(([, to]) => to !== undefined)) as Links
}
