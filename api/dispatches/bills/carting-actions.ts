import type { Knex } from 'knex'
import { type CartingCharge, cartingCharge } from '../../../resources/dispatches/bills/carting-charge.ts'
import type { ActionHandler, ActionInput } from '../../derive/extend.ts'
import { updateRow } from '../../derive/save/write.ts'
import { now } from '../../platform/clock.ts'
import { forbidden } from '../../platform/errors.ts'
import { countCarting } from '../freight/count-carting.ts'

/** Approves charges above the limits: from now on they count in the cost of their LRs. */
export const approveCarting: ActionHandler = async (trx, taken) => {
  await countCarting(trx, await decide(trx, taken, 'APPROVED'), taken.author)
  return undefined
}

/** Rejects charges; their voucher can be entered again once none of it counts. */
export const rejectCarting: ActionHandler = async (trx, taken) => {
  await decide(trx, taken, 'REJECTED')
  return undefined
}

async function decide(trx: Knex, { rows, person, author, values }: ActionInput, status: 'APPROVED' | 'REJECTED') {
  const charges = rows as unknown as CartingCharge[]
  const own = charges.find(({ createdById }) => createdById === person.id)
  if (own) throw forbidden(`You entered voucher ${own.voucherNo}: another person of Finance decides on it`)
  const decided = { status, approvedById: person.id, decidedAt: now(), remarks: values.remarks as string | null }
  const saved: CartingCharge[] = []
  for (const charge of charges) {
    const remarks = decided.remarks ?? charge.remarks
    const releasedNo = status === 'REJECTED' ? charge.id : 0
    saved.push(await updateRow(trx, cartingCharge, charge, { ...decided, remarks, releasedNo }, author))
  }
  return saved
}
