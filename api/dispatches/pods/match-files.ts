import type { Knex } from 'knex'
import type { Lr } from '../../../resources/dispatches/lr.ts'
import type { PodBatchFile } from '../../../resources/dispatches/pods/pod-batch.ts'
import { likelyDay, podFaults, UNSAID_RECEIVER } from '../../../resources/dispatches/pods/pod-rules.ts'
import type { Person } from '../../derive/rights/person.ts'
import { today } from '../../platform/clock.ts'
import { reachedBy } from './deliver-by-pod.ts'
import { findNamedLr, readable } from './find-named-lr.ts'

/** Of a file what is found out by looking at its LR. */
type Judgement = Pick<PodBatchFile, 'lrId' | 'deliveredOn' | 'receivedBy' | 'packagesReceived' | 'result' | 'message'>

/** Of a file what its name says besides. */
type Named = Judgement & Pick<PodBatchFile, 'pageNo' | 'candidates'>

/** What is known of a file before: from its sheet, or from whoever corrected it. */
export type PodEntries = Partial<
  Pick<
    PodBatchFile,
    'lrId' | 'deliveredOn' | 'receivedBy' | 'packagesReceived' | 'shortagePackages' | 'damagePackages'
  > & { fault: string }
>

/**
 * Finds the LR of a file by its name, within the LRs that the person reads, and says whether the POD fits it. What is only
 * likely is proposed, with the reason.
 */
export async function matchFile(db: Knex, person: Person, fileName: string, entries: PodEntries): Promise<Named> {
  const named = await findNamedLr(db, person, fileName)
  const { pageNo } = named
  if ('lr' in named) return { ...(await judge(db, named.lr, entries)), pageNo, candidates: null }
  const { candidates, isOneLikely, message } = named
  const open = { ...inTray(entries, null, message), pageNo, candidates: candidates.length > 0 ? candidates : null }
  return isOneLikely ? { ...open, lrId: candidates[0]!.lrId, result: 'PROPOSED' } : open
}

/** Says whether a POD fits the LR that somebody chose for it. */
export async function matchChosen(db: Knex, person: Person, lrId: number, entries: PodEntries): Promise<Judgement> {
  const [chosen] = await readable(db, person, rows => rows.where('lr.id', lrId))
  return chosen ? judge(db, chosen, entries) : inTray(entries, null, 'LR must be one of yours: look for its number')
}

const inTray = (entries: PodEntries, lrId: number | null, message: string): Judgement => ({
  lrId,
  deliveredOn: entries.deliveredOn ?? null,
  receivedBy: entries.receivedBy ?? null,
  packagesReceived: entries.packagesReceived ?? null,
  result: 'TRAY',
  message: message.slice(0, 255),
})

async function judge(db: Knex, of: Lr, entries: PodEntries): Promise<Judgement> {
  const shortagePackages = entries.shortagePackages ?? 0
  const facts = {
    deliveredOn: entries.deliveredOn ?? likelyDay(of),
    packagesReceived: entries.packagesReceived ?? Math.max(0, of.packages - shortagePackages),
    shortagePackages,
    damagePackages: entries.damagePackages ?? 0,
    refusedPackages: 0,
    temperature: null,
  }
  const filled = { ...facts, receivedBy: entries.receivedBy ?? of.receivedBy ?? UNSAID_RECEIVER }
  const { deliveredOn } = facts
  const why =
    entries.fault ??
    coldRefusal(of) ??
    (deliveredOn === null
      ? 'Say on which day it was delivered'
      : podFaults({ ...of, ...(await reachedBy(db, of)) }, { ...facts, deliveredOn }, today())[0]?.message)
  if (why !== undefined) return inTray({ ...entries, ...filled }, of.id, why)
  return {
    lrId: of.id,
    deliveredOn,
    receivedBy: filled.receivedBy,
    packagesReceived: facts.packagesReceived,
    result: 'MATCHED',
    message: null,
  }
}

/** A file says no temperature. */
const coldRefusal = ({ lrNo, loggerNo }: Lr) =>
  loggerNo === null
    ? undefined
    : `LR ${lrNo} travelled cold: leave this file out, and upload it under Upload POD with the temperature on arrival`
