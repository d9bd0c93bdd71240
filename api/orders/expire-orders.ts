import type { Knex } from 'knex'
import { addDays, dayOf } from '../../resources/define/dates.ts'
import { dayText } from '../../resources/define/show.ts'
import { type Order, order as orders } from '../../resources/orders/order.ts'
import { LAPSE_WARNING_DAYS, lapsesOn, shortestLifetime } from '../../resources/orders/order-lifetime.ts'
import type { Settings } from '../../resources/settings/settings.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { systemAuthor } from '../derive/save/author.ts'
import { sendMails } from '../mail/messages.ts'
import { now, secondsFromNow, today } from '../platform/clock.ts'
import { readSettings } from '../platform/settings.ts'
import { transact } from '../platform/transact.ts'
import { cancelOpenTasks } from './approvals/approval-tasks.ts'
import { receiversOf } from './mail/mail-receivers.ts'
import { mailTo, orderMailValues, receiverMailValues } from './mail/mail-values.ts'
import { moveOrder, readOrder } from './move-order.ts'
import { withdrawLines } from './withdraw-order.ts'

const author = systemAuthor('nightly expiry')
const EXPIRING_STATUSES = ['DRAFT', 'PENDING', 'IN_ERROR']

/**
 * Moves orders that have been idle too long to DEAD: closes their tasks, frees what they reserved and cancels their
 * lines. Warns whoever placed an order three days before. Each order has its own transaction. Returns how many expired.
 */
export async function expireOrders(db: Knex): Promise<number> {
  const settings = await readSettings(db)
  const soon = addDays(today(), LAPSE_WARNING_DAYS)
  let expired = 0
  // One day of margin, because business days begin in the Indian time zone.
  const idleSince = secondsFromNow(-(shortestLifetime(settings) - LAPSE_WARNING_DAYS - 1) * 24 * 3600)
  const idle = (rows: Knex.QueryBuilder) =>
    rows.whereIn('status', EXPIRING_STATUSES).where('statusSince', '<=', idleSince).orderBy('id')
  for (const candidate of await rowsOf(db, orders, idle)) {
    const day = lapsesOn(candidate, settings)
    if (day === null || day > soon) continue
    const work = day <= today() ? expire : warn
    expired += await transact(db, trx => work(trx, candidate.id, settings))
  }
  return expired
}

async function expire(trx: Knex, id: number, settings: Settings): Promise<number> {
  const order = await readOrder(trx, id)
  const day = lapsesOn(order, settings)
  if (day === null || day > today()) return 0
  await cancelOpenTasks(trx, id, author)
  await withdrawLines(trx, id, { lineStatus: 'CANCELLED' }, author)
  const remark = `No activity until ${day}`
  await moveOrder(trx, order, { step: 'expire', status: 'DEAD', remark, changes: { currentTaskId: null } }, author)
  return 1
}

/** Sends at most one warning for each idle period of an order. */
async function warn(trx: Knex, id: number, settings: Settings): Promise<number> {
  const order = await readOrder(trx, id)
  const day = lapsesOn(order, settings)
  if (day === null || (await isWarned(trx, order))) return 0
  await mailExpiryWarning(trx, order, day)
  return 0
}

async function isWarned(trx: Knex, { id, status, statusSince, updatedAt }: Order): Promise<boolean> {
  const warned = await trx('message_log')
    .where({ templateCode: 'ORDER_DEAD_WARNING', ownerType: 'order', ownerId: id })
    .where('createdAt', '>=', status === 'DRAFT' ? updatedAt : statusSince)
    .where('createdAt', '<=', now())
    .first('id')
  return warned !== undefined
}

/** Warns whoever placed an order that it expires on `expiresOn` unless somebody continues it. */
async function mailExpiryWarning(trx: Knex, order: Order, expiresOn: string): Promise<void> {
  const receivers = await receiversOf(trx, order, ['creator'])
  const orderValues = {
    ...(await orderMailValues(trx, order)),
    statusSince: dayText(dayOf(order.statusSince)),
    deadOn: dayText(expiresOn),
  }
  await sendMails(
    trx,
    receivers.map(receiver => ({
      ...mailTo(receiver, order, 'ORDER_DEAD_WARNING'),
      values: { ...orderValues, ...receiverMailValues(receiver, order) },
    })),
  )
}
