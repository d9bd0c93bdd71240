import type { Knex } from 'knex'
import type { StuckOrder } from '../../../resources/orders/sap/stuck-order.ts'
import { PORTAL } from '../../../resources/platform/message-text.ts'
import { sendMail } from '../../mail/messages.ts'
import { transact } from '../../platform/transact.ts'
import { serviceAgentsOf } from '../cancel/request-cancellation.ts'
import { stuckOrders } from '../sap/stuck-orders.ts'

const MAX_LISTED = 50

/**
 * Mails the service centre of each SBU which of its orders are stuck for SAP. Runs hourly; returns how many there are.
 */
export async function mailStuckOrders(db: Knex): Promise<number> {
  const stuck = await stuckOrders(db)
  for (const [sbuId, rows] of Map.groupBy(stuck, row => row.sbuId)) {
    await transact(db, trx => mailCentre(trx, sbuId, rows))
  }
  return stuck.length
}

async function mailCentre(trx: Knex, sbuId: number, rows: readonly StuckOrder[]) {
  const texts = rows
    .slice(0, MAX_LISTED)
    .map(({ orderNo, attempts, lastError }) => `${orderNo}, ${attempts} attempts: ${lastError ?? 'no answer yet'}`)
  const more = rows.length > MAX_LISTED ? [`and ${rows.length - MAX_LISTED} more`] : []
  const people: { name: string; email: string | null }[] = await trx('user')
    .whereIn('id', await serviceAgentsOf(trx, sbuId))
    .whereNotNull('email')
    .select('name', 'email')
  for (const { name, email } of people) {
    const values = {
      name,
      count: String(rows.length),
      orders: [...texts, ...more].join('\n'),
      link: `${PORTAL}/orders/order-stuck-for-sap`,
    }
    await sendMail(trx, { template: 'ORDERS_STUCK', topic: 'ORDER', to: email!, values })
  }
}
