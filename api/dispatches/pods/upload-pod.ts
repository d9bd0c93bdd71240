import type { Knex } from 'knex'
import { can } from '../../../resources/capabilities.ts'
import { withDefaults } from '../../../resources/define/validate.ts'
import type { PodInput } from '../../../resources/dispatches/commands/pods.ts'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import { type Pod, pod } from '../../../resources/dispatches/pods/pod.ts'
import {
  contradictionOf,
  contradictionText,
  lossText,
  podFaults,
  saysOfLoss,
} from '../../../resources/dispatches/pods/pod-rules.ts'
import { serviceAgentsOf } from '../../access-control/service-agents.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { insertRows, updateRow } from '../../derive/save/write.ts'
import { notify } from '../../mail/notify.ts'
import { today } from '../../platform/clock.ts'
import { conflict, invalidField, refused } from '../../platform/errors.ts'
import { notifyDesk } from '../events/desk-notes.ts'
import { followLr } from '../events/invoices-of-lr.ts'
import { holdLr } from '../events/lr-subject.ts'
import { claimByPod } from './claim-by-pod.ts'
import { deliverByPod, isBillDecided, type ReachedLr, reachedBy, reopens } from './deliver-by-pod.ts'
import { demandSaid, writeGoodsOfPod } from './goods-of-pod.ts'
import { demandPages, writePages } from './pod-pages.ts'
import { withoutPodTask } from './recheck-pod.ts'
import { replaceCounting } from './replace-pod.ts'

/** Notifies the customer service of a POD with shortage, damage or refusal, so that they look at it before the customer calls. */
async function proposeComplaint(trx: Knex, { id, lrNo }: Lr, pod: Pod): Promise<void> {
  const sbuIds: number[] = await trx('lr_line_item')
    .join('sap_delivery_line', 'sap_delivery_line.id', 'lr_line_item.deliveryLineId')
    .where('lr_line_item.lrId', id)
    .distinct()
    .pluck('sap_delivery_line.sbuId')
  const agents = await Promise.all(sbuIds.map(sbuId => serviceAgentsOf(trx, sbuId)))
  await notify(trx, agents.flat(), {
    title: `LR ${lrNo}: the POD shows packages ${lossText(pod)}`,
    body: 'A complaint is proposed: look at the POD.',
    link: `/dispatches/lr/${id}`,
  })
}

/**
 * Saves a POD with what it says of the goods in the caller's transaction, whatever it says and however late it comes: it
 * takes the place of an earlier one, brings its LR where it says, opens the claim for what is missing, and asks the desk
 * where it contradicts what was reported. A request that was sent before answers with the first POD. Throws 400 for an LR
 * that the person does not read, 422 for numbers that cannot be those of its LR.
 */
export async function uploadPod(
  trx: Knex,
  { goods: said, furtherIds, ...input }: PodInput,
  via: Pod['uploadedVia'],
  person: Person,
  author: Author,
): Promise<Pod> {
  await holdLr(trx, input.lrId)
  const again = await sentBefore(trx, input.requestKey, person)
  if (again) return again
  const before = await readableLr(trx, input.lrId, person)
  const faults = podFaults(before, input, today())
  if (faults.length > 0) throw refused(faults)
  await demandSaid(trx, input, said)
  const contradiction = contradictionOf(before, input)
  const isSecond = await replaceCounting(trx, before.id, author)
  if (!isBillDecided(before) || !reopens(before, input))
    await deliverByPod(trx, before, input, sourceOf(person, author), author)
  const [delivered] = await rowsOf(trx, lr, rows => rows.where('id', before.id))
  const hasArrived = contradiction === null || before.deliveredOn !== null
  const receivedBy = hasArrived ? input.receivedBy : delivered!.receivedBy
  await updateRow(trx, lr, delivered!, { podStatus: 'UPLOADED', receivedBy, ...withoutPodTask(delivered!) }, author)
  const complaintProposal = saysOfLoss(input) ? 'PROPOSED' : 'NONE'
  const compared = contradiction ? { comparison: 'CONTRADICTS' as const, ...contradiction } : {}
  const row = withDefaults(pod, { ...input, ...compared, uploadedVia: via, complaintProposal })
  const [made] = (await insertRows(trx, pod, [row], author)) as Pod[]
  await writePages(trx, made!, [input.attachmentId, ...(furtherIds ?? [])], author)
  await writeGoodsOfPod(trx, before.id, said, author)
  if (isSecond) await followLr(trx, before.id, `LR ${before.lrNo}: another POD counts`, author)
  await claimByPod(trx, before.id, made!, said, author)
  if (complaintProposal === 'PROPOSED') await proposeComplaint(trx, delivered!, made!)
  if (contradiction)
    await notifyDesk(trx, before, {
      title: `LR ${before.lrNo}: the POD is not what was reported`,
      body: `${contradictionText(made!)}. Say which of the two holds.`,
    })
  return made!
}

/** Who an event by a POD comes from. */
const sourceOf = (person: Person, { source }: Author) =>
  source !== 'UI' ? 'API' : can(person, 'reportAsDispatchDesk') ? 'PORTAL' : 'TRANSPORTER'

async function sentBefore(trx: Knex, requestKey: string | null, person: Person): Promise<Pod | undefined> {
  if (requestKey === null) return undefined
  const [earlierPod] = (await rowsOf(trx, pod, rows => rows.where({ requestKey }))) as Pod[]
  if (earlierPod && earlierPod.createdById !== person.id)
    throw conflict('KEY_REUSED', 'This key belongs to another request: take a new one', {}, 'requestKey')
  return earlierPod
}

/** An LR that the person may read, with the day since which its status holds. */
async function readableLr(trx: Knex, id: number, person: Person): Promise<ReachedLr> {
  const [row] = (await rowsOf(trx, lr, rows => restrict(rows.where('lr.id', id), trx, lr, person, 'read'))) as Lr[]
  if (!row) throw invalidField('lrId', 'UNKNOWN_REF', 'LR must be one of yours: look for its number')
  return { ...row, ...(await reachedBy(trx, row)) }
}

/** Uploads the POD of an LR, as the dispatch desk, the transporter or a program does. */
export async function takePod(trx: Knex, input: PodInput, person: Person, author: Author): Promise<Pod> {
  const via = author.source !== 'UI' ? 'API' : can(person, 'reportAsDispatchDesk') ? 'SINGLE' : 'TRANSPORTER'
  const { attachmentId, furtherIds, requestKey } = input
  await demandPages(trx, person, [attachmentId, ...(furtherIds ?? [])], requestKey, at =>
    at === 0 ? 'attachmentId' : `furtherIds[${at - 1}]`,
  )
  return uploadPod(trx, input, via, person, author)
}
