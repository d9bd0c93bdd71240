import type { Knex } from 'knex'
import { refusalOf } from '../../resources/define/process.ts'
import { orderProcess } from '../../resources/orders/order-process.ts'
import { readId } from '../derive/list/query.ts'
import { requireRight } from '../derive/rights/conditions.ts'
import { readableColumnsOfRow } from '../derive/rights/field-conditions.ts'
import { requireAuthor, requirePerson } from '../derive/rights/require-person.ts'
import type { StoredRow } from '../derive/row-codec.ts'
import { pickColumns, staleRowError } from '../derive/save/write.ts'
import { type Call, ResourceService } from '../derive/service.ts'
import { conflict, forbidden, invalidField, notFound } from '../platform/errors.ts'
import { runIdempotent } from '../platform/idempotency.ts'
import { holdOrder } from './move-order.ts'
import { readOrderInput } from './order-input.ts'
import { createDraft, saveDraft } from './save-order.ts'
import { stepAvailability } from './step-availability.ts'
import { demandReadableOrder } from './take-step.ts'

/** The service of orders: it creates and saves drafts. All other changes of status are steps (`/api/order-steps`). */
export class OrderService extends ResourceService {
  override async create(data: unknown, call: Call = {}): Promise<StoredRow> {
    const person = requirePerson(call)
    const author = requireAuthor(call)
    requireRight(person, this.resource, 'create')
    const input = readOrderInput(data, person)
    const create = (trx: Knex) => createDraft(trx, input, person, author)
    const made = await runIdempotent(this.Model, call, 'orders', data, create, 'latest')
    return this.get(made.id, { ...call, query: {} })
  }

  override async patch(id: unknown, data: unknown, call: Call = {}): Promise<StoredRow> {
    const person = requirePerson(call)
    const author = requireAuthor(call)
    requireRight(person, this.resource, 'update')
    const orderId = readId(id)
    if (orderId === undefined) throw notFound()
    const { rowVersion, ...body } = (data ?? {}) as Record<string, unknown>
    if (!Number.isSafeInteger(rowVersion))
      throw invalidField('rowVersion', 'REQUIRED', 'rowVersion is required: send the version that was read')
    const input = readOrderInput(body, person)
    const save = async (trx: Knex) => {
      await demandReadableOrder(trx, orderId, person)
      const before = await holdOrder(trx, orderId)
      if (before.rowVersion !== rowVersion) {
        const names = await readableColumnsOfRow(trx, this.resource, person, orderId)
        throw await staleRowError(trx, this.resource, orderId, row => pickColumns(names, row))
      }
      if (before.status !== 'DRAFT' && before.status !== 'IN_ERROR') {
        throw conflict(
          'NOT_ALLOWED_STATE',
          'The order is submitted: it can no longer be edited, only sent back, cancelled or copied',
        )
      }
      const { subject, actors } = await stepAvailability(trx, before, person)
      const refusal = refusalOf(orderProcess, before.status === 'DRAFT' ? 'save' : 'correct', subject, actors)
      if (refusal) throw forbidden(`${refusal.message}: the order is ${orderProcess.states[before.status].staff}`)
      return saveDraft(trx, before, input, person, author)
    }
    const ownCall = { ...call, provider: undefined } as Call
    await runIdempotent(this.Model, ownCall, `orders/${orderId}`, data, save, 'latest')
    return this.get(orderId, { ...call, query: {} })
  }
}
