import type { Knex } from 'knex'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import { type Pod, pod } from '../../../resources/dispatches/pods/pod.ts'
import { missingPackages } from '../../../resources/dispatches/pods/pod-rules.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { refused } from '../../platform/errors.ts'
import { notifyDesk } from '../events/desk-notes.ts'
import { countingPod } from './replace-pod.ts'

/** The packages that a POD speaks of. */
const countedOn = (proof: Pod) => proof.packagesReceived + missingPackages(proof)

/** The LR without the task to look at a POD that does not fit it. */
export const withoutPodTask = ({ deskTask }: Pick<Lr, 'deskTask'>): Partial<Lr> =>
  deskTask?.startsWith('POD counts ') ? { deskTask: null } : {}

/**
 * Lets the POD of an LR whose packages were corrected be verified again where it counts others, as a task of the desk. One
 * that fits again is no task any more.
 */
export async function recheckPod(trx: Knex, lrId: number, author: Author): Promise<void> {
  const [of] = await rowsOf(trx, lr, rows => rows.where('id', lrId))
  const proof = await countingPod(trx, lrId)
  if (!of || !proof) return
  if (countedOn(proof) === of.packages) {
    const done = withoutPodTask(of)
    if ('deskTask' in done) await updateRow(trx, lr, of, done, author)
    return
  }
  if (proof.status === 'ACCEPTED')
    await updateRow(trx, pod, proof, { status: 'UPLOADED', verifiedById: null, verifiedAt: null }, author)
  const deskTask = `POD counts ${countedOn(proof)} packages, and the LR has ${of.packages} now: verify it again`
  await updateRow(trx, lr, of, { podStatus: 'UPLOADED', deskTask }, author)
  await notifyDesk(trx, of, { title: `LR ${of.lrNo}: verify its POD again`, body: deskTask })
}

/** Throws 422 for a POD that counts other packages than its LR has, since it was uploaded. */
export async function demandCounts(trx: Knex, proof: Pod): Promise<void> {
  const [of] = await rowsOf(trx, lr, rows => rows.where('id', proof.lrId))
  if (!of || countedOn(proof) === of.packages) return
  const message = `POD counts ${countedOn(proof)} packages, and LR ${of.lrNo} has ${of.packages}: reject it and upload one that fits, or correct the packages of the LR`
  throw refused([{ field: '', code: 'NOT_ALLOWED_STATE', message }])
}
