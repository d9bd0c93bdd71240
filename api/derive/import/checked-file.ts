import type { Knex } from 'knex'
import type { Resource } from '../../../resources/define/resource.ts'
import type { ImportJob } from '../../../resources/platform/imports/import-job.ts'
import { today } from '../../platform/clock.ts'
import { readSettings } from '../../platform/settings.ts'
import { keepStaging, stagingPath, takeStaging } from '../../platform/stored-files.ts'
import { actsOnAll } from '../rights/conditions.ts'
import type { Person } from '../rights/person.ts'
import { referenceKeyOf } from '../save/reference-key.ts'
import { anyChangedSince, type Mark, markOf } from '../staging/changed-meanwhile.ts'
import { StagedRows } from '../staging/staged-rows.ts'
import { type ImportChannel, progressCounter } from './import-channel.ts'
import { jobParams } from './job.ts'
import { type PreparedImport, planOf, savingOf, senderOf } from './open-file.ts'
import { isSavedAtOnce } from './save-rows.ts'

/** What the verdict on a file hangs on besides its rows: the day, the rights of its sender, the settings, the masters. */
export interface Circumstances {
  mark: Mark
  facts: string
}

/** A checked file that waits to be saved. */
interface Waiting extends Circumstances {
  process: string
  headings: string[]
  warnings: string[]
  sheetLength: number
}

/** A checked file as it is to be saved, with the moment from which on changes of others count. */
export interface CheckedFile extends PreparedImport {
  mark: Mark
}

/** Returns the present circumstances, before a file is read. */
export const circumstancesOf = async (db: Knex, person: Person): Promise<Circumstances> => ({
  mark: await markOf(db),
  facts: await factsOf(db, person),
})

async function factsOf(db: Knex, { ability: _, ...person }: Person): Promise<string> {
  return JSON.stringify([today(), person, await readSettings(db)])
}

/**
 * Lets the staged rows of a checked file wait for the commit, so that a long file is read and checked once. They do
 * where all are right and can be written at once, and only this process takes them up again.
 */
export async function keepChecked(
  home: string,
  job: ImportJob,
  { plan, staged, saving }: PreparedImport,
  { mark, facts }: Circumstances,
  { process }: ImportChannel,
): Promise<void> {
  const { REJECTED, HELD } = staged.counts()
  const isRight = REJECTED + HELD === 0 && actsOnAll(saving.resource, saving.person, 'import')
  if (!process || !isRight || !isSavedAtOnce(saving, staged)) return
  const { headings, warnings } = plan
  const waiting: Waiting = { process, mark, facts, headings, warnings, sheetLength: staged.sheetLength }
  staged.file.define('create table waiting (facts text not null)')
  staged.file.run('insert into waiting values (?)', JSON.stringify(waiting))
  staged.file.close()
  await keepStaging(home, jobParams(job).storageKey)
}

/**
 * Takes up the rows of a file that this process has checked; undefined where the file must be read again, because
 * something that the check depends on may be otherwise now.
 */
export async function takeChecked(
  db: Knex,
  home: string,
  job: ImportJob,
  line: ImportChannel,
): Promise<CheckedFile | undefined> {
  const { storageKey } = jobParams(job)
  if (job.onError !== 'ALL_OR_NOTHING' || !(await takeStaging(home, storageKey))) return undefined
  const staged = new StagedRows(stagingPath(home, storageKey), { staged: true })
  let checked: CheckedFile | undefined
  try {
    checked = await stillRight(db, job, staged, line)
    return checked
  } finally {
    if (!checked) staged.file.remove()
  }
}

async function stillRight(
  db: Knex,
  job: ImportJob,
  staged: StagedRows,
  line: ImportChannel,
): Promise<CheckedFile | undefined> {
  const waiting = waitingIn(staged)
  if (!waiting || waiting.process !== line.process) return undefined
  const sender = await senderOf(db, job)
  const { mark, facts, headings, warnings, sheetLength } = waiting
  if (facts !== (await factsOf(db, sender.person))) return undefined
  if (await anyChangedSince(db, namesBehind(sender.resource), mark)) return undefined
  staged.sheetLength = sheetLength
  const plan = { ...planOf(job, sender, headings), warnings }
  return { plan, staged, mark, saving: savingOf(db, job, sender.person, plan, progressCounter(line, sheetLength)) }
}

/** Returns what was kept with the rows; undefined where the file did not outlive a crash. */
function waitingIn({ file }: StagedRows): Waiting | undefined {
  try {
    return JSON.parse(file.first<{ facts: string }>('select facts from waiting')!.facts)
  } catch {
    return undefined
  }
}

/** The resource and those whose rows its references are found by. */
export function namesBehind(resource: Resource): string[] {
  const keys = Object.entries(resource.fields).flatMap(([name, { to }]) => (to ? [referenceKeyOf(resource, name)] : []))
  const targets = keys.flatMap(({ target, context }) => [target, ...context.map(part => part.target)])
  return [...new Set([resource.name, ...targets.map(({ name }) => name)])]
}
