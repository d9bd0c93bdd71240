import type { Knex } from 'knex'
import type { Order } from '../../resources/orders/order.ts'
import type { Trace } from '../../resources/orders/trace.ts'
import { encodeValue } from '../derive/row-codec.ts'

const reasons = new WeakMap<Error, { order: Order; trace: Trace }>()

/** Attaches to a refusal the trace of the rules that stopped the order, so that it can be saved after the rollback. */
export function withRefusalTrace<Refusal extends Error>(refusal: Refusal, order: Order, trace: Trace): Refusal {
  reasons.set(refusal, { order, trace })
  return refusal
}

/**
 * Saves the trace of a refused submit with its order, unless the order was changed meanwhile, and throws the refusal
 * again. The row version stays, because nobody changed the order.
 */
export async function saveRefusalTrace(db: Knex, refusal: Error): Promise<never> {
  const why = reasons.get(refusal)
  if (why) {
    const { id, rowVersion } = why.order
    await db('order')
      .where({ id, rowVersion })
      .update({ errorTrace: encodeValue(why.trace) })
  }
  throw refusal
}
