import type { Knex } from 'knex'
import type { BodyOf } from '../../resources/define/command.ts'
import { refusalOf } from '../../resources/define/process/process.ts'
import { wordOf } from '../../resources/define/process/states.ts'
import type { saveOrder } from '../../resources/orders/commands/orders.ts'
import { type Order, order as orders } from '../../resources/orders/order.ts'
import { orderProcess } from '../../resources/orders/order-process.ts'
import { orderInput } from '../../resources/orders/sent-order.ts'
import { readableColumnsOfRow } from '../derive/rights/field-conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import type { Author } from '../derive/save/author.ts'
import { pickColumns, staleRowError } from '../derive/save/write.ts'
import { conflict, forbidden } from '../platform/errors.ts'
import { holdOrder } from './move-order.ts'
import { saveDraft } from './save-order.ts'
import { stepAvailability } from './step-availability.ts'
import { demandReadableOrder } from './take-step.ts'

/** Saves a draft, or an order in error, of the version that was read. All other changes of its status are steps. */
export async function saveSentOrder(
  trx: Knex,
  { id, rowVersion, ...sent }: BodyOf<typeof saveOrder>,
  person: Person,
  author: Author,
): Promise<Order> {
  await demandReadableOrder(trx, id, person)
  const before = await holdOrder(trx, id)
  if (before.rowVersion !== rowVersion) {
    const names = await readableColumnsOfRow(trx, orders, person, id)
    throw await staleRowError(trx, orders, id, row => pickColumns(names, row))
  }
  if (before.status !== 'DRAFT' && before.status !== 'IN_ERROR') {
    throw conflict(
      'NOT_ALLOWED_STATE',
      'The order is submitted: it can no longer be edited, only sent back, cancelled or copied',
    )
  }
  const { subject, actors } = await stepAvailability(trx, before, person)
  const refusal = refusalOf(orderProcess, before.status === 'DRAFT' ? 'save' : 'correct', subject, actors)
  if (refusal) throw forbidden(`${refusal.message}: the order is ${wordOf(orderProcess, before.status)}`)
  return saveDraft(trx, before, orderInput(sent, person), person, author)
}
