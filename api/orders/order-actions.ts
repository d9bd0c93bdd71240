import type { Knex } from 'knex'
import { askedBy, stepIn, stepsFor } from '../../resources/define/process/process.ts'
import type { OfferedReason, OfferedStep } from '../../resources/orders/commands/steps.ts'
import { type OrderAction, orderProcess } from '../../resources/orders/order-process.ts'
import { reasonsOf } from '../../resources/orders/step-reasons.ts'
import { type UserStep, userSteps } from '../../resources/orders/user-steps.ts'
import type { Person } from '../derive/rights/person.ts'
import { readOrder } from './move-order.ts'
import { stepAvailability } from './step-availability.ts'
import { demandReadableOrder } from './take-step.ts'

/** The steps that a person may take on an order now, by the process by which the server refuses them. */
export async function stepsOffered(db: Knex, id: number, person: Person): Promise<OfferedStep[]> {
  await demandReadableOrder(db, id, person)
  const { subject, actors } = await stepAvailability(db, await readOrder(db, id), person)
  const steps = stepsFor(orderProcess, subject, actors).steps.filter(isOffered)
  const reasons = await reasonsFor(db, steps)
  return steps.map(step => ({
    step,
    label: orderProcess.steps[step].label,
    remark: stepIn(orderProcess, step).remark ? 'required' : null,
    says: orNull(askedBy(orderProcess, step)),
    reasons: reasonsOf[step] ? (reasons.get(reasonsOf[step]) ?? []) : null,
  }))
}

const orNull = <Value>(list: Value[]) => (list.length > 0 ? list : null)

const offered: readonly OrderAction[] = [...userSteps, 'save', 'correct']
const isOffered = (step: OrderAction): step is OfferedStep['step'] => offered.includes(step)

/** The reason codes of one step. */
export const reasonsOfStep = async (db: Knex, step: UserStep): Promise<OfferedReason[]> =>
  [...(await reasonsFor(db, [step])).values()].flat()

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
