import type { Knex } from 'knex'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import type { PodBatchFile } from '../../../resources/dispatches/pods/pod-batch.ts'
import { lrsInFileName, numbersWrittenAs } from '../../../resources/dispatches/pods/pod-file-name.ts'
import { likelyDay, podFaults, podNotice, UNSAID_RECEIVER } from '../../../resources/dispatches/pods/pod-rules.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { today } from '../../platform/clock.ts'
import { reachedBy } from './deliver-by-pod.ts'

/** Of a file what is found out by looking at its LR. */
type Judgement = Pick<PodBatchFile, 'lrId' | 'deliveredOn' | 'receivedBy' | 'packagesReceived' | 'result' | 'message'>

/** What is known of a file before: from its sheet, or from whoever corrected it. */
export type PodEntries = Partial<
  Pick<
    PodBatchFile,
    'lrId' | 'deliveredOn' | 'receivedBy' | 'packagesReceived' | 'shortagePackages' | 'damagePackages'
  > & { fault: string }
>

/** Finds the LR of a file by its name, within the LRs that the person reads, and says whether the POD fits it. */
export async function matchFile(db: Knex, person: Person, fileName: string, entries: PodEntries): Promise<Judgement> {
  const match = await lrOfName(db, person, fileName)
  return 'message' in match ? inTray(entries, null, match.message) : judge(db, match.lr, entries)
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
    podNotice(of) ??
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

async function lrOfName(db: Knex, person: Person, fileName: string): Promise<{ lr: Lr } | { message: string }> {
  const meant = lrsInFileName(fileName)
  for (const { lrNo, transporterCode } of meant) {
    const named = await readable(db, person, rows => {
      const narrowed = rows.whereIn('lr.lrNo', numbersWrittenAs(lrNo))
      if (transporterCode === null) return narrowed
      return narrowed.whereIn('lr.transporterId', db('transporter').where('code', transporterCode).select('id'))
    })
    if (named.length === 0) continue
    const open = named.filter(one => podNotice(one) === undefined)
    if (open.length === 1) return { lr: open[0]! }
    if (open.length === 0) return { lr: named[0]! }
    const number = open[0]!.lrNo
    return {
      message: `${open.length} LRs that wait for a POD have the number ${number}: choose one, or name the file ${number.replaceAll('/', '-')}_ and the transporter’s code`,
    }
  }
  const [first] = meant
  return {
    message: first
      ? `No LR of yours has the number ${first.lrNo}: choose the LR`
      : 'Its name says no LR: choose the LR',
  }
}

/** The LRs that the person reads, the latest first. */
const readable = (db: Knex, person: Person, narrow: (rows: Knex.QueryBuilder) => Knex.QueryBuilder) =>
  rowsOf(db, lr, rows => restrict(narrow(rows), db, lr, person, 'read').orderBy('lr.id', 'desc').limit(20)) as Promise<
    Lr[]
  >
