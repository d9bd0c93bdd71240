import type { Knex } from 'knex'
import { type Author, systemAuthor } from '../../derive/save/author.ts'
import { isStale } from '../../platform/errors.ts'
import { transact } from '../../platform/transact.ts'
import { advanceOrder } from '../advance-order.ts'
import { holdOrder } from '../move-order.ts'
import { deciderOf } from '../waiting-for.ts'
import { undecidableTasks } from './deciders.ts'
import { routeOfOrder } from './route-order.ts'

const author: Author = systemAuthor('Tasks without an approver')

/**
 * Asks again for each order whose task nobody may decide any more, because its approver has left, is inactive or has lost
 * the role: of whoever decides by the people and limits of today. Leaves alone what would be asked of the same again.
 * Returns how many orders it moved.
 */
export async function rerouteTasks(db: Knex): Promise<number> {
  const orderIds: number[] = await undecidableTasks(db).orderBy('approval_task.id').pluck('approval_task.orderId')
  let moved = 0
  for (const orderId of orderIds) {
    try {
      moved += await transact(db, trx => reroute(trx, orderId))
    } catch (error) {
      if (!isStale(error)) throw error
    }
  }
  return moved
}

async function reroute(trx: Knex, orderId: number): Promise<number> {
  const stillWaits = await undecidableTasks(trx).where('approval_task.orderId', orderId).first('approval_task.id')
  if (!stillWaits) return 0
  const order = await holdOrder(trx, orderId)
  const route = await routeOfOrder(trx, order)
  if (order.status !== 'PENDING' || (route.status === 'PENDING' && route.task.openTaskId !== null)) return 0
  const name = await deciderOf(trx, order.currentTaskId)
  await advanceOrder(trx, order, 'reroute', `Waited for ${name}, who may no longer decide`, author)
  return 1
}
