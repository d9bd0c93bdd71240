import type { Knex } from 'knex'
import { order as orders } from '../../resources/orders/order.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { now } from '../platform/clock.ts'
import { readOrderFromSap } from './read-order-from-sap.ts'
import { callSap, isConnected } from './sap-connection.ts'
import { tooManyEnded } from './save-order-status.ts'
import { recordRead } from './sync-run.ts'

/** The most numbers that fit into the address of one request. */
const AT_ONCE = 50

/**
 * Ends the open orders that were deleted in SAP, each as if it had been requested; the readings of changes do not
 * include them, for they are gone. Returns how many; none, and a FAILED reading that says so, where it would be too
 * many.
 */
export async function endDeletedOrders(db: Knex): Promise<number> {
  if (!isConnected(db)) return 0
  const startedAt = now()
  const open = (
    await rowsOf(db, orders, rows => rows.whereIn('status', ['CONFIRMED', 'PARTIALLY_DISPATCHED']).orderBy('id'))
  ).filter(({ sapOrderNo }) => sapOrderNo !== null)
  const known = new Set<string>()
  for (let start = 0; start < open.length; start += AT_ONCE) {
    const numbers = open.slice(start, start + AT_ONCE).map(({ sapOrderNo }) => sapOrderNo!)
    for (const number of await callSap(db, sap => sap.salesOrdersAmong(numbers))) known.add(number)
  }
  const gone = open.filter(({ sapOrderNo }) => !known.has(sapOrderNo!))
  const stop = tooManyEnded(gone.length, open.length)
  if (stop !== null) {
    const failed = { status: 'FAILED', errorClass: 'GUARD_TRIPPED', errorText: stop } as const
    await recordRead(db, 'ORDER_STATUS', { trigger: 'SCHEDULE', requestedById: null, startedAt, ...failed }, [])
    return 0
  }
  for (const order of gone) await readOrderFromSap(db, order, null)
  return gone.length
}
