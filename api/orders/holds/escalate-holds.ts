import type { Knex } from 'knex'
import { kindsOfHold } from '../../../resources/orders/holds/hold-kinds.ts'
import { type OrderHold, orderHold } from '../../../resources/orders/holds/order-hold.ts'
import type { Order } from '../../../resources/orders/order.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { systemAuthor } from '../../derive/save/author.ts'
import { updateRows } from '../../derive/save/write.ts'
import { notify } from '../../mail/notify.ts'
import { now } from '../../platform/clock.ts'
import { isStale } from '../../platform/errors.ts'
import { transact } from '../../platform/transact.ts'
import { readOrder } from '../move-order.ts'
import { reasonOf } from './hold-words.ts'
import { linkTo, mailHold } from './tell-holds.ts'

const author = systemAuthor('Holds in SAP that wait too long')

/**
 * Tells the head of the desk of holds that have waited 24 working hours, once each. One that ends or is told of meanwhile
 * is left. Returns how many it told of.
 */
export async function escalateHolds(db: Knex): Promise<number> {
  const late = await rowsOf(db, orderHold, rows =>
    rows.whereNull('endedAt').whereNull('escalatedAt').where('dueAt', '<=', now()).orderBy('id'),
  )
  let told = 0
  for (const holds of Map.groupBy(late, ({ orderId, kind, code }) => `${orderId}/${kind}/${code}`).values())
    if (await escalate(db, holds)) told += holds.length
  return told
}

async function escalate(db: Knex, holds: readonly OrderHold[]): Promise<boolean> {
  try {
    await transact(db, async trx => {
      await updateRows(trx, orderHold, holds, { escalatedAt: now() }, author)
      const order = await readOrder(trx, holds[0]!.orderId)
      const heads = await headsOf(trx, order)
      const reason = await reasonOf(trx, holds)
      await notify(
        trx,
        heads.map(({ id }) => id),
        { title: `Order ${order.orderNo} is held in SAP for too long`, body: reason, link: linkTo(order) },
      )
      if (!kindsOfHold[holds[0]!.kind].unmailed) await mailHold(trx, order, 'HOLD_ESCALATED', reason, heads)
    })
    return true
  } catch (error) {
    if (isStale(error)) return false
    throw error
  }
}

/** The head of the SBU that the desks work for. */
const headsOf = (db: Knex, { sbuId }: Order): Promise<{ id: number; name: string; email: string }[]> =>
  db('sbu')
    .join('user', 'user.employeeId', 'sbu.headEmployeeId')
    .where({ 'sbu.id': sbuId, 'user.isActive': 1, 'user.isLocked': 0 })
    .orderBy('user.id')
    .limit(1)
    .select('user.id', 'user.name', 'user.email')
