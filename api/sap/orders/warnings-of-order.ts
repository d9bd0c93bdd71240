import type { Knex } from 'knex'
import { warningText } from '../../../resources/orders/sap/warning-text.ts'
import { sapAttempt } from '../../../resources/platform/sap-attempt.ts'
import type { SapOutbox } from '../../../resources/platform/sap-outbox.ts'
import type { SapWarning } from '../../../resources/sap/warning.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { isUnderWay } from '../../orders/cancel/record-cancellation.ts'
import { moveOrder, placeOf, readOrder } from '../../orders/move-order.ts'
import { transact } from '../../platform/transact.ts'
import { sapAuthor } from '../sap-author.ts'

/** A warning, when SAP gave it, and to which message. */
export interface WarningOfOrder extends SapWarning {
  at: string
  messageType: SapOutbox['messageType']
}

/** What SAP warned of when it took the messages of an order, the earliest first. */
export async function warningsOfOrder(db: Knex, orderId: number): Promise<WarningOfOrder[]> {
  const messages: Pick<SapOutbox, 'id' | 'messageType'>[] = await db('sap_outbox')
    .where({ orderId })
    .select('id', 'messageType')
  const typeOf = new Map(messages.map(({ id, messageType }) => [id, messageType]))
  const attempts = await rowsOf(db, sapAttempt, rows =>
    rows
      .whereIn('messageId', [...typeOf.keys()])
      .whereNotNull('warnings')
      .orderBy('id'),
  )
  return attempts.flatMap(({ at, messageId, warnings }) =>
    (warnings?.said ?? []).map(one => ({ ...one, at, messageType: typeOf.get(messageId)! })),
  )
}

/** What SAP warned of when it created an order. */
export const warningsOfCreation = async (db: Knex, orderId: number): Promise<SapWarning[]> =>
  (await warningsOfOrder(db, orderId)).filter(({ messageType }) => messageType === 'ORDER_CREATE')

/** Writes what SAP warned of to the history of an order that it has; what it only informs of stays with the attempt. */
export async function recordWarnings(db: Knex, orderId: number, warnings: readonly SapWarning[]): Promise<void> {
  const told = warnings.filter(({ severity }) => severity !== 'info')
  if (told.length === 0) return
  await transact(db, async trx => {
    const order = await readOrder(trx, orderId)
    if (!isUnderWay(order)) return
    const remark = told.map(warningText).join(' ').slice(0, 500)
    await moveOrder(trx, order, { step: 'sapWarned', ...placeOf(order), remark }, sapAuthor)
  })
}
