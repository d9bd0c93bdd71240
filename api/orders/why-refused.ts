import type { Knex } from 'knex'
import type { Trace } from '../../resources/orders/trace.ts'
import { stored } from '../derive/row-codec.ts'
import type { Order } from './move-order.ts'

const reasons = new WeakMap<Error, { order: Order; trace: Trace }>()

/** Notes with a refusal which rules stopped the order, for whoever keeps it when the transaction is taken back. */
export function whyRefused<Refusal extends Error>(refusal: Refusal, order: Order, trace: Trace): Refusal {
  reasons.set(refusal, { order, trace })
  return refusal
}

/**
 * Keeps with an order why its submit was refused, unless it was changed meanwhile, and refuses all the same. The version
 * stays: nobody changed the order.
 */
export async function keepWhy(db: Knex, refusal: Error): Promise<never> {
  const why = reasons.get(refusal)
  if (why) {
    const { id, rowVersion } = why.order
    await db('order')
      .where({ id, rowVersion })
      .update({ errorTrace: stored(why.trace) })
  }
  throw refusal
}
