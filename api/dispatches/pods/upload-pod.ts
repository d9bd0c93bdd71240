import type { Knex } from 'knex'
import { can } from '../../../resources/capabilities.ts'
import { withDefaults } from '../../../resources/define/validate.ts'
import type { PodInput } from '../../../resources/dispatches/commands/pods.ts'
import { replay } from '../../../resources/dispatches/events/journey.ts'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import { type Pod, pod } from '../../../resources/dispatches/pods/pod.ts'
import {
  type LrForPod,
  podFaults,
  proposesComplaint,
  statusByPod,
} from '../../../resources/dispatches/pods/pod-rules.ts'
import { serviceAgentsOf } from '../../access-control/service-agents.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { insertRows, updateRow } from '../../derive/save/write.ts'
import { demandFile } from '../../files/attachments.ts'
import { notify } from '../../mail/notify.ts'
import { today } from '../../platform/clock.ts'
import { conflict, invalidField, refused } from '../../platform/errors.ts'
import { eventsOf } from '../events/lr-subject.ts'
import { reportEvent } from '../events/report-event.ts'
import { demandSaid, writeGoodsOfPod } from './goods-of-pod.ts'

/** Notifies the customer service of a POD with shortage or damage, so that they look at it before the customer calls. */
async function proposeComplaint(trx: Knex, { id, lrNo }: Lr, pod: Pod): Promise<void> {
  const sbuIds: number[] = await trx('lr_line_item')
    .join('sap_delivery_line', 'sap_delivery_line.id', 'lr_line_item.deliveryLineId')
    .where('lr_line_item.lrId', id)
    .distinct()
    .pluck('sap_delivery_line.sbuId')
  const agents = await Promise.all(sbuIds.map(sbuId => serviceAgentsOf(trx, sbuId)))
  const parts = [
    pod.shortagePackages > 0 && `${pod.shortagePackages} short`,
    pod.damagePackages > 0 && `${pod.damagePackages} damaged`,
  ]
  await notify(trx, agents.flat(), {
    title: `LR ${lrNo}: the POD shows packages ${parts.filter(Boolean).join(' and ')}`,
    body: 'A complaint is proposed: look at the POD.',
    link: `/dispatches/lr/${id}`,
  })
}

/**
 * Saves a POD with what it says of the goods in the caller's transaction, and delivers its LR by an event of that day. A request that was sent
 * before answers with the first POD. Throws 400 for an LR that the person does not read, 422 for a POD that does not fit
 * its LR, 409 when somebody else has just uploaded one.
 */
export async function uploadPod(
  trx: Knex,
  { goods: said, ...input }: PodInput,
  via: Pod['uploadedVia'],
  person: Person,
  author: Author,
): Promise<Pod> {
  const again = await sentBefore(trx, input.requestKey, person)
  if (again) return again
  const before = await readableLr(trx, input.lrId, person)
  const faults = podFaults(before, input, today())
  if (faults.length > 0) throw refused(faults)
  await demandSaid(trx, input, said)
  await deliver(trx, before, input, person, author)
  const [delivered] = await rowsOf(trx, lr, rows => rows.where('id', before.id))
  await updateRow(trx, lr, delivered!, { podStatus: 'UPLOADED', receivedBy: input.receivedBy }, author)
  const complaintProposal = proposesComplaint(input) ? 'PROPOSED' : 'NONE'
  const row = withDefaults(pod, { ...input, uploadedVia: via, complaintProposal })
  const [made] = (await insertRows(trx, pod, [row], author)) as Pod[]
  await writeGoodsOfPod(trx, before.id, said, author)
  if (complaintProposal === 'PROPOSED') await proposeComplaint(trx, delivered!, made!)
  return made!
}

async function sentBefore(trx: Knex, requestKey: string | null, person: Person): Promise<Pod | undefined> {
  if (requestKey === null) return undefined
  const [earlierPod] = (await rowsOf(trx, pod, rows => rows.where({ requestKey }))) as Pod[]
  if (earlierPod && earlierPod.createdById !== person.id)
    throw conflict('KEY_REUSED', 'This key belongs to another request: take a new one', {}, 'requestKey')
  return earlierPod
}

/** An LR that the person may read, with the day since which its status holds. */
async function readableLr(trx: Knex, id: number, person: Person): Promise<Lr & LrForPod> {
  const [row] = (await rowsOf(trx, lr, rows => restrict(rows.where('lr.id', id), trx, lr, person, 'read'))) as Lr[]
  if (!row) throw invalidField('lrId', 'UNKNOWN_REF', 'LR must be one of yours: look for its number')
  return { ...row, ...(await reachedBy(trx, row)) }
}

/** The day of the event that gave an LR its status, and whether that settled what did not arrive. */
export async function reachedBy(
  trx: Knex,
  { id, lrDate, deliveryStatus }: Lr,
): Promise<{ since: string; isSettled: boolean }> {
  const last = replay(await eventsOf(trx, id))?.last
  // An LR may be booked days after its goods left.
  return last && last.eventCode === deliveryStatus && last.eventCode !== 'BOOKED'
    ? { since: last.eventOn, isSettled: last.settles }
    : { since: lrDate, isSettled: false }
}

async function deliver(
  trx: Knex,
  before: Lr & LrForPod,
  input: Omit<PodInput, 'goods'>,
  person: Person,
  author: Author,
) {
  const eventCode = statusByPod(before, input)
  if (eventCode === null) return
  const desk = can(person, 'reportAsDispatchDesk')
  const source = author.source === 'UI' ? (desk ? 'PORTAL' : 'TRANSPORTER') : 'API'
  const short = input.shortagePackages
  const remarks = short > 0 ? `Packages short on the POD: ${short}` : 'By the POD'
  // What the signed paper says goes before what was reported: a delivery without its shortage is corrected by anybody who may upload it.
  const corrects = desk || before.deliveryStatus === 'DELIVERED'
  await reportEvent(
    trx,
    before,
    {
      ...{ eventCode, remarks, source, location: null },
      ...{ eventOn: input.deliveredOn, eventAt: null, receivedBy: input.receivedBy, temperature: input.temperature },
    },
    corrects,
    author,
  )
}

/** Uploads the POD of an LR, as the dispatch desk, the transporter or a program does. */
export async function takePod(trx: Knex, input: PodInput, person: Person, author: Author): Promise<Pod> {
  const via = author.source !== 'UI' ? 'API' : can(person, 'reportAsDispatchDesk') ? 'SINGLE' : 'TRANSPORTER'
  await demandScan(trx, person, input)
  return uploadPod(trx, input, via, person, author)
}

/** Throws 400 unless the photo is one that the person uploaded for a POD and that no other POD names. */
async function demandScan(trx: Knex, person: Person, { attachmentId, requestKey }: PodInput) {
  await demandFile(trx, person, attachmentId, { sentFor: 'POD', field: 'attachmentId', label: 'Photo or scan' })
  const used = await trx('pod').where({ attachmentId }).first('requestKey')
  if (used && (requestKey === null || used.requestKey !== requestKey))
    throw invalidField('attachmentId', 'USED', 'Photo or scan belongs to another POD: take one of this LR')
}
