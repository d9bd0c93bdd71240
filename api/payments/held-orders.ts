import type { Knex } from 'knex'
import { rupees } from '../../resources/define/show.ts'
import { type PaymentAccount, paymentAccount } from '../../resources/settings/payment-account.ts'
import { holdersOf } from '../derive/rights/holders.ts'
import { rowsOf, whereConfirmed } from '../derive/rows-of.ts'
import { notify } from '../mail/notify.ts'
import { transact } from '../platform/transact.ts'
import type { Gateway, PendingOrder } from './gateways/gateway.ts'
import { gatewayOf, hasGateways } from './results/gateways-at-work.ts'

/** So many days before a gateway gives a held order back, Finance is told each day. */
const ALARM_DAYS = 3
const MOST_LISTED = 10

/**
 * Tells Finance of orders that a gateway holds and gives back within three days unless somebody confirms them there, since
 * the portal confirms none. Returns how many there are. A gateway that does not answer is asked again the next day.
 */
export async function alertOfHeldOrders(db: Knex): Promise<number> {
  const all = await accounts(db)
  if (!hasGateways(db)) return 0
  let held = 0
  for (const account of all) {
    const orders = await gatewayAt(db, account)?.pendingOrders?.()
    if (orders === undefined || 'why' in orders) continue
    const urgent = orders.filter(({ daysLeft }) => daysLeft <= ALARM_DAYS)
    if (urgent.length > 0) await transact(db, trx => tell(trx, account, urgent))
    held += urgent.length
  }
  return held
}

/** The accounts as they are by now, one for each code. */
async function accounts(db: Knex): Promise<PaymentAccount[]> {
  const rows = await rowsOf(db, paymentAccount, all => whereConfirmed(all.where('isActive', 1)).orderBy('id'))
  return [...new Map(rows.map(row => [row.code, row])).values()]
}

/** The gateway of an account; undefined where the account cannot be used now, which its payments tell. */
function gatewayAt(db: Knex, account: PaymentAccount): Gateway | undefined {
  try {
    return gatewayOf(db, account)
  } catch {
    return undefined
  }
}

async function tell(trx: Knex, account: PaymentAccount, orders: readonly PendingOrder[]): Promise<void> {
  const people = await holdersOf(trx, 'hearOfDoubtfulPayments')
  const listed = orders
    .slice(0, MOST_LISTED)
    .map(order => `${order.orderNo}${order.amount === null ? '' : ` of ${rupees(order.amount)}`}: ${daysText(order)}`)
  const more = orders.length > MOST_LISTED ? `, and ${orders.length - MOST_LISTED} more` : ''
  await notify(
    trx,
    people.map(({ id }) => id),
    {
      title: `${account.code} gives back ${orders.length === 1 ? 'a payment' : `${orders.length} payments`} soon`,
      body: `Confirm in the gateway’s own console, or the payers get their money back. ${listed.join('; ')}${more}.`,
      link: '/transaction-view/pending-transactions',
    },
  )
}

const daysText = ({ daysLeft }: PendingOrder) => (daysLeft === 1 ? '1 day left' : `${daysLeft} days left`)
