import type { Knex } from 'knex'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import { statusLabels } from '../../../resources/dispatches/lr-status.ts'
import { type Pod, pod } from '../../../resources/dispatches/pods/pod.ts'
import { statusByPod } from '../../../resources/dispatches/pods/pod-rules.ts'
import { type TrackingEvent, trackingEvent } from '../../../resources/dispatches/tracking-event.ts'
import type { DeliveryStatus } from '../../../resources/trade.ts'
import type { ActionHandler } from '../../derive/extend.ts'
import { updateRow } from '../../derive/save/write.ts'
import { now } from '../../platform/clock.ts'
import { withoutClaim } from '../events/claims.ts'
import { eventsOf, readHeldLr } from '../events/lr-subject.ts'
import { refusal } from '../events/refusal.ts'
import { reachedBy, record } from './deliver-by-pod.ts'

/** What a POD that holds makes void, on whatever day it was reported; of other events only those after its day. */
const outcomes: readonly DeliveryStatus[] = ['DELIVERED', 'PARTIAL_DELIVERED', 'RETURNED', 'LOST']

/**
 * The desk says that a POD holds against what was reported: that becomes void, and the LR is where the POD says. Throws 422
 * for an LR that was cancelled, and once the goods that came back were sent again or settled.
 */
export const podHolds: ActionHandler = async (trx, { rows, values, author, person }) => {
  const [proof] = rows as [Pod]
  const before = await readHeldLr(trx, proof.lrId)
  await demandOpen(trx, proof, before)
  const reason = `The POD holds: ${values.reason}`.slice(0, 255)
  const voided = { voidedAt: now(), voidedById: person.id, voidReason: reason }
  const events = []
  for (const event of await eventsOf(trx, before.id))
    events.push(
      isOverruled(event, proof)
        ? await updateRow(trx, trackingEvent, event, { ...voided, voidNo: event.id }, author)
        : event,
    )
  await updateRow(trx, pod, proof, { comparison: 'POD_HOLDS' }, author)
  // Nothing that was reported of the goods decides any more.
  const said = { ...before, ...(await reachedBy(trx, before)), deliveryStatus: 'BOOKED' as const, isSettled: false }
  const eventCode = statusByPod(said, proof) ?? 'DELIVERED'
  const event = { eventCode, eventOn: proof.deliveredOn, eventAt: null, source: 'PORTAL' as const }
  // What was lost is found; a loss that the POD itself shows stays claimed.
  const ended = before.deliveryStatus === 'LOST' && before.claimReason === null ? withoutClaim(before) : {}
  const found = Object.keys(ended).length > 0 ? await updateRow(trx, lr, before, ended, author) : before
  await record(trx, found, proof, event, events, author)
  return `LR ${before.lrNo} is now “${statusLabels[eventCode]}”, as the POD says.`
}

const isOverruled = ({ voidNo, moves, eventCode, eventOn }: TrackingEvent, { deliveredOn }: Pod) =>
  voidNo === 0 && moves && eventCode !== 'BOOKED' && (outcomes.includes(eventCode) || eventOn > deliveredOn)

async function demandOpen(trx: Knex, { status }: Pod, { id, lrNo, deliveryStatus }: Lr): Promise<void> {
  if (status !== 'UPLOADED' && status !== 'ACCEPTED')
    throw refusal('This POD does not count any more: decide on the POD that followed it')
  if (deliveryStatus === 'CANCELLED')
    throw refusal(
      `LR ${lrNo} is cancelled and its invoices are free: book them on a new LR with this number, and upload the POD there`,
    )
  const decided = await trx('lr_line').where({ lrId: id }).whereIn('outcome', ['SENT_AGAIN', 'SETTLED']).first('id')
  if (decided)
    throw refusal(`The goods of LR ${lrNo} are already sent again or settled: choose “${holdsLabel}” and complain`)
}

const holdsLabel = pod.actions!.reportHolds!.label

/** The desk says that the report holds: the LR stays where it is, and the POD keeps what it says. */
export const reportHolds: ActionHandler = async (trx, { rows, author }) => {
  const [proof] = rows as [Pod]
  await readHeldLr(trx, proof.lrId)
  await updateRow(trx, pod, proof, { comparison: 'REPORT_HOLDS' }, author)
  return undefined
}
