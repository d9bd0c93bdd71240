import type { Knex } from 'knex'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import { type Pod, pod } from '../../../resources/dispatches/pods/pod.ts'
import { PORTAL } from '../../../resources/platform/message-text.ts'
import type { ActionHandler, ActionInput } from '../../derive/extend.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { updateRow } from '../../derive/save/write.ts'
import { sendMail } from '../../mail/messages.ts'
import { notify } from '../../mail/notify.ts'
import { now } from '../../platform/clock.ts'

/** Accepts PODs: from then on their deliveries stand and their LRs may be billed. */
export const acceptPods: ActionHandler = async (trx, input) => {
  for (const row of podsOf(input)) await settle(trx, input, row, { status: 'ACCEPTED' })
  return undefined
}

/** Rejects PODs for a reason, and asks the transporter for others. */
export const rejectPods: ActionHandler = async (trx, input) => {
  const rejectReasonId = Number(input.values.rejectReasonId)
  const { name: reason } = await trx('reason_code').where({ id: rejectReasonId }).first('name')
  for (const row of podsOf(input)) {
    const changes = { status: 'REJECTED', rejectReasonId, releasedNo: row.id, complaintProposal: 'NONE' } as const
    const of = await settle(trx, input, row, changes)
    await askAgain(trx, of, reason)
  }
  return undefined
}

const podsOf = ({ rows }: ActionInput) => rows as unknown as Pod[]

/** Saves a decision on a POD and on its LR, which it returns. */
async function settle(trx: Knex, { person, author }: ActionInput, row: Pod, changes: Partial<Pod>): Promise<Lr> {
  await updateRow(trx, pod, row, { ...changes, verifiedById: person.id, verifiedAt: now() }, author)
  const [before] = await rowsOf(trx, lr, rows => rows.where('id', row.lrId))
  return updateRow(trx, lr, before!, { podStatus: changes.status! }, author)
}

async function askAgain(trx: Knex, { id, lrNo, transporterId }: Lr, reason: string) {
  const { name, email } = await trx('transporter').where('id', transporterId).first('name', 'email')
  const link = `/dispatches/upload-pod?lr=${id}`
  await sendMail(trx, {
    template: 'POD_REJECTED',
    topic: 'SHIPMENT',
    to: email,
    whom: `Transporter ${name}`,
    owner: { type: lr.name, id },
    values: { name, lrNo, reason, link: `${PORTAL}${link}` },
  })
  const logins = await trx('user').where({ transporterId, isActive: 1 }).pluck('id')
  await notify(trx, logins, { title: `The POD of LR ${lrNo} was not accepted`, body: reason, link })
}
