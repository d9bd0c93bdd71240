import type { Knex } from 'knex'
import { rupees } from '../../../resources/define/show.ts'
import { type TransporterBill, transporterBill } from '../../../resources/dispatches/bills/transporter-bill.ts'
import {
  type TransporterBillLine,
  transporterBillLine,
} from '../../../resources/dispatches/bills/transporter-bill-line.ts'
import { lr } from '../../../resources/dispatches/lr.ts'
import type { ActionHandler, ActionInput } from '../../derive/extend.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { forbidden, invalidField } from '../../platform/errors.ts'
import { withoutClaim } from '../events/claims.ts'
import { readHeldLr } from '../events/lr-subject.ts'
import { deliverByPod, reachedBy } from '../pods/deliver-by-pod.ts'
import { countingPod } from '../pods/replace-pod.ts'

const lineOf = ({ rows }: ActionInput) => rows[0] as unknown as TransporterBillLine

/** Sets a loss off in the next bill of the transporter, in full or up to an amount; the delivery is reopened by its POD. */
export const setOffLoss: ActionHandler = async (trx, taken) => {
  const line = lineOf(taken)
  const value = line.findingValue ?? 0
  const setOffAmount = (taken.values.amount as number | null) ?? value
  if (setOffAmount > value)
    throw invalidField('amount', 'RANGE', `Amount must not be more than ${rupees(value)}, the value of the loss`)
  await decide(trx, taken, { finding: 'SET_OFF', setOffAmount })
  await reopen(trx, line.lrId, taken.author)
  return `The next bill of the transporter is reduced by ${rupees(setOffAmount)}.`
}

/** Leaves a loss to the claim against the transporter; the delivery is reopened by its POD. */
export const claimLossOnly: ActionHandler = async (trx, taken) => {
  await decide(trx, taken, { finding: 'CLAIM_ONLY' })
  await reopen(trx, lineOf(taken).lrId, taken.author)
  return undefined
}

/** Accepts a loss: nothing is claimed, and the delivery stays. */
export const acceptLoss: ActionHandler = async (trx, taken) => {
  await decide(trx, taken, { finding: 'ACCEPTED' })
  const before = await readHeldLr(trx, lineOf(taken).lrId)
  const ended = withoutClaim(before)
  if (Object.keys(ended).length > 0)
    await updateRow(trx, lr, before, { ...ended, claimValue: null, claimReason: null }, taken.author)
  return undefined
}

/** Notes what Finance decided. Throws 403 for whoever entered the bill. */
async function decide(trx: Knex, taken: ActionInput, decision: Partial<TransporterBillLine>): Promise<void> {
  const line = lineOf(taken)
  await readHeldLr(trx, line.lrId)
  const [bill] = await rowsOf(trx, transporterBill, rows => rows.where('id', line.transporterBillId))
  if (bill!.createdById === taken.person.id)
    throw forbidden('You entered this bill: another person of Finance decides on the loss')
  const remarks = String(taken.values.remarks)
  await updateRow(trx, transporterBillLine, line, { ...decision, remarks }, taken.author)
}

async function reopen(trx: Knex, lrId: number, author: Author): Promise<void> {
  const before = await readHeldLr(trx, lrId)
  const proof = await countingPod(trx, lrId)
  if (proof) await deliverByPod(trx, { ...before, ...(await reachedBy(trx, before)) }, proof, 'PORTAL', author)
}

/**
 * What is set off from a bill, in paise: losses on earlier bills of its transporter, the oldest first, as far as the bill
 * goes. Those wait for the next one that it does not cover.
 */
export async function openSetOffs(trx: Knex, { transporterId }: TransporterBill, most: number) {
  const lines = await rowsOf(trx, transporterBillLine, rows =>
    rows
      .where({ finding: 'SET_OFF' })
      .whereNull('setOffBillId')
      .whereIn('transporterBillId', trx('transporter_bill').where({ transporterId }).select('id'))
      .orderBy('id'),
  )
  let left = most
  const taken = lines.filter(({ setOffAmount }) => {
    const fits = setOffAmount! <= left
    if (fits) left -= setOffAmount!
    return fits
  })
  return { lines: taken, amount: most - left }
}
