import type { Knex } from 'knex'
import { messagesOf } from '../../outbox/messages-of-order.ts'

/** A message that SAP gave beside its answer. */
interface Warning {
  code: string
  severity: string
}

/** What SAP warned of when it took an order, by the last attempt that tells of any. */
export async function warningsOfOrder(db: Knex, orderId: number): Promise<Warning[]> {
  const created = messagesOf(db, orderId).where({ messageType: 'ORDER_CREATE' }).select('id')
  const attempt: { warnings: string } | undefined = await db('sap_attempt')
    .whereIn('messageId', created)
    .whereNotNull('warnings')
    .orderBy('id', 'desc')
    .first('warnings')
  return attempt ? (JSON.parse(attempt.warnings) as Warning[]) : []
}
