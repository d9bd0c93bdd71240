import type { Knex } from 'knex'
import { askedBy, stepIn, stepsFor } from '../../resources/define/process.ts'
import type { OfferedReason, OfferedStep } from '../../resources/orders/order-actions.ts'
import { type OrderAction, orderProcess } from '../../resources/orders/order-process.ts'
import { reasonsOf } from '../../resources/orders/step-reasons.ts'
import { readId } from '../derive/list/query.ts'
import { requirePerson } from '../derive/rights/require-person.ts'
import type { Call } from '../derive/service.ts'
import { invalidField } from '../platform/errors.ts'
import { readOrder } from './move-order.ts'
import { stepAvailability } from './step-availability.ts'
import { demandReadableOrder, isUserStep } from './take-step.ts'

/**
 * `GET /api/order-actions?orderId=`: the steps that the person may take on an order, by the same flow table as the
 * server's refusals.
 */
export const orderActions = (db: Knex) => ({
  async find(call: Call): Promise<OfferedStep[]> {
    const person = requirePerson(call)
    const id = readId(call.query?.orderId)
    if (id === undefined) throw invalidField('orderId', 'TYPE', 'orderId must be the number of an order')
    await demandReadableOrder(db, id, person)
    const { subject, actors } = await stepAvailability(db, await readOrder(db, id), person)
    const { steps } = stepsFor(orderProcess, subject, actors)
    const reasons = await reasonsFor(db, steps)
    return steps
      .filter(step => isUserStep(step) || step === 'save' || step === 'correct')
      .map(step => ({
        step,
        label: orderProcess.steps[step].label,
        ...(stepIn(orderProcess, step).remark && { remark: 'required' as const }),
        ...(askedBy(orderProcess, step).length > 0 && { says: askedBy(orderProcess, step) }),
        ...(reasonsOf[step] && { reasons: reasons.get(reasonsOf[step]) ?? [] }),
      }))
  },
})

/** `GET /api/order-reasons?step=delete`: the reason codes of one step. */
export const orderReasons = (db: Knex) => ({
  async find(call: Call): Promise<OfferedReason[]> {
    requirePerson(call)
    const step = call.query?.step
    if (!isUserStep(step)) throw invalidField('step', 'ENUM', 'step must be one that people take')
    return [...(await reasonsFor(db, [step])).values()].flat()
  },
})

/**
 * Reads the reason codes of these steps by their type. Buyers, who may not list reason codes, get those of their own
 * steps.
 */
async function reasonsFor(db: Knex, steps: readonly OrderAction[]) {
  const types = steps.flatMap(step => reasonsOf[step] ?? [])
  const rows: { id: number; code: string; name: string; reasonType: string }[] = await db('reason_code')
    .whereIn('reasonType', types)
    .where('isActive', 1)
    .orderBy('id')
    .select('id', 'code', 'name', 'reasonType')
  return new Map(
    [...Map.groupBy(rows, row => row.reasonType)].map(([type, reasonRows]) => [
      type,
      reasonRows.map(({ id, code, name }): OfferedReason => ({ id, code, name })),
    ]),
  )
}
