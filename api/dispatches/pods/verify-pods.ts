import type { Knex } from 'knex'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import { type Pod, pod } from '../../../resources/dispatches/pods/pod.ts'
import { podProcess } from '../../../resources/dispatches/pods/pod-process.ts'
import { PORTAL } from '../../../resources/platform/message-text.ts'
import { attach, type Deed } from '../../derive/process/attach.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { updateRow } from '../../derive/save/write.ts'
import { sendMail } from '../../mail/messages.ts'
import { notify } from '../../mail/notify.ts'
import { now } from '../../platform/clock.ts'
import { followLr } from '../events/invoices-of-lr.ts'
import { claimByPod, endClaimOfPod } from './claim-by-pod.ts'
import { demandCounts, withoutPodTask } from './recheck-pod.ts'
import { restoreFormer, unasked } from './replace-pod.ts'
import { demandAnother } from './second-login.ts'

const verified = ({ person }: Deed<Pod>) => ({ verifiedById: person.id, verifiedAt: now() })

/** What is particular of verifying PODs; an accepted one stands, and its LR may be billed. */
export const attachedPod = attach<Pod, typeof podProcess>(podProcess, {
  resource: pod,
  numberOf: ({ id }) => `POD ${id}`,
  effects: {
    async accept(trx, deed) {
      await demandAnother(trx, deed.row, deed.person)
      await demandCounts(trx, deed.row)
      return { changes: verified(deed) }
    },
    async reject(trx, deed) {
      const { rejectReasonId } = deed.said
      const { name: reason } = await trx('reason_code').where({ id: rejectReasonId }).first('name')
      return {
        changes: {
          ...verified(deed),
          ...unasked(deed.row),
          rejectReasonId,
          releasedNo: deed.row.id,
          complaintProposal: 'NONE',
        },
        async follow(after) {
          const [of] = await rowsOf(trx, lr, rows => rows.where('id', after.lrId))
          await askAgain(trx, of!, reason)
          return after
        },
      }
    },
  },
  /** Its LR says how far its POD is. */
  async after(trx, { after, author }) {
    const isRejected = after.status === 'REJECTED'
    if (isRejected) await endClaimOfPod(trx, after.lrId, after, author)
    const former = isRejected ? await restoreFormer(trx, after.lrId, author) : undefined
    const [before] = await rowsOf(trx, lr, rows => rows.where('id', after.lrId))
    const podStatus = (former ?? after).status as Lr['podStatus']
    await updateRow(trx, lr, before!, { podStatus, ...withoutPodTask(before!) }, author)
    if (!former) return
    await followLr(trx, after.lrId, `LR ${before!.lrNo}: the former POD counts again`, author)
    await claimByPod(trx, after.lrId, former, null, author)
  },
  tell: {},
})

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
