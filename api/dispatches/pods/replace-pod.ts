import type { Knex } from 'knex'
import { type Pod, pod } from '../../../resources/dispatches/pods/pod.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'

/** The POD of an LR that counts. */
export const countingPod = async (trx: Knex, lrId: number): Promise<Pod | undefined> =>
  ((await rowsOf(trx, pod, rows => rows.where({ lrId, releasedNo: 0 }))) as Pod[])[0]

/** What a POD says of the report once it does not count any more. */
export const unasked = ({ comparison }: Pod): Pick<Pod, 'comparison'> => ({
  comparison: comparison === 'CONTRADICTS' ? 'REPORT_HOLDS' : comparison,
})

/** Lets the POD of an LR that counts give its place to a newer one. Returns whether there was one. */
export async function replaceCounting(trx: Knex, lrId: number, author: Author): Promise<boolean> {
  const former = await countingPod(trx, lrId)
  if (!former) return false
  const replaced = { status: 'REPLACED' as const, releasedNo: former.id, complaintProposal: without(former) }
  await updateRow(trx, pod, former, { ...replaced, ...unasked(former) }, author)
  return true
}

/** What a POD proposed is proposed by the one that follows it. */
const without = ({ complaintProposal }: Pod) => (complaintProposal === 'PROPOSED' ? 'NONE' : complaintProposal)

/** Lets the POD count again in whose place a rejected one came. Returns it; undefined where there was none. */
export async function restoreFormer(trx: Knex, lrId: number, author: Author): Promise<Pod | undefined> {
  const [former] = (await rowsOf(trx, pod, rows =>
    rows.where({ lrId, status: 'REPLACED' }).orderBy('id', 'desc').limit(1),
  )) as Pod[]
  if (!former) return undefined
  const status = former.verifiedAt === null ? ('UPLOADED' as const) : ('ACCEPTED' as const)
  return updateRow(trx, pod, former, { status, releasedNo: 0 }, author)
}
