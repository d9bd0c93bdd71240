import { mkdir } from 'node:fs/promises'
import { Conflict } from '@feathersjs/errors'
import type { Knex } from 'knex'
import { shareOf } from '../../../resources/define/amounts.ts'
import type { ImportJob } from '../../../resources/platform/imports/import-job.ts'
import type { RoundSums } from '../../../resources/platform/imports/rounds.ts'
import { readSettings } from '../../platform/settings.ts'
import { keepStaging, savedFolder, stagingPath } from '../../platform/stored-files.ts'
import { transact } from '../../platform/transact.ts'
import { circumstancesOf } from '../import/checked-file.ts'
import { writeErrors } from '../import/errors.ts'
import { type ImportChannel, progressCounter } from '../import/import-channel.ts'
import type { ImportRow } from '../import/import-row.ts'
import { changeJob, jobParams } from '../import/job.ts'
import { importAuthor, senderOf } from '../import/open-file.ts'
import type { Judging } from '../import/save-context.ts'
import { verdictCounts, writeVerdicts } from '../import/verdicts.ts'
import { changeImpact } from '../save/change-impact.ts'
import { StagedRows } from '../staging/staged-rows.ts'
import { roundWaits } from './round-news.ts'
import { judgeRound, writeRound } from './save-round.ts'
import { planOfRound, roundOf, stageRound } from './stage-round.ts'

const BATCH = 500

/**
 * Previews a round: stages its rows, checks each by the code that saves it, and keeps them with the versions that were
 * read until somebody commits or cancels the round. `errorText` is said beside the preview.
 */
export async function checkRound(
  db: Knex,
  home: string,
  job: ImportJob,
  line: ImportChannel,
  errorText: string | null = null,
): Promise<void> {
  const { storageKey } = jobParams(job)
  await mkdir(savedFolder(home), { recursive: true, mode: 0o700 })
  const staged = new StagedRows(stagingPath(home, storageKey))
  let kept = false
  try {
    const sender = await senderOf(db, job)
    const judging = { ...sender, author: importAuthor(job, sender.person) }
    const circumstances = await circumstancesOf(db, sender.person)
    const onFound = progressCounter(line, 0)
    const over = await stageRound(db, job, sender, staged, () => onFound(0))
    const onRows = progressCounter(line, staged.sheetLength)
    const sums = new Sums(roundOf(job).formula?.field, over)
    for (const batch of staged.batches(BATCH)) {
      await judgeRound(db, judging, batch)
      staged.record(batch)
      sums.add(batch)
      onRows(batch.length)
    }
    staged.keepRefused()
    const plan = planOfRound(sender.resource)
    if (over > 0)
      plan.warnings.push(`Rows that end before ${roundOf(job).from} are left out: ${over.toLocaleString('en-IN')}.`)
    await writeErrors(db, home, job, plan, staged)
    await writeVerdicts(db, job, plan, staged)
    const whatIf = await impactOf(db, judging, staged)
    const { 'rounds.second_person_rows': alone } = await readSettings(db)
    const counts = verdictCounts(plan, staged)
    const warned = staged.warnedLength
    staged.file.define('create table waiting (facts text not null)')
    staged.file.run('insert into waiting values (?)', JSON.stringify(circumstances))
    staged.file.close()
    await keepStaging(home, storageKey)
    kept = true
    const { writing: _, ...asked } = roundOf(job)
    const round = { ...asked, sums: sums.answer, secondPerson: counts.rowsChanged > alone }
    const paramsJson = { ...jobParams(job), warned, round, ...(whatIf && { whatIf }) }
    await transact(db, async trx => {
      await changeJob(trx, job.id, { ...counts, status: 'VALIDATED', mode: 'DRY_RUN', paramsJson, errorText })
      if (round.secondPerson) await roundWaits.tell(trx, job, sender.resource, round.words)
    })
  } finally {
    if (!kept) staged.file.remove()
  }
}

/** What the rows would do to open orders; undefined where none reads this resource, or one was changed meanwhile. */
async function impactOf(db: Knex, { resource, person, author }: Judging, staged: StagedRows) {
  if (!resource.whatIf) return undefined
  try {
    return await changeImpact.ask(db, person, {
      resource,
      rows: { [Symbol.iterator]: () => changingRows(staged) },
      save: (trx, batch) => writeRound(trx, { resource, author }, batch),
    })
  } catch (error) {
    if (error instanceof Conflict) return undefined
    throw error
  }
}

function* changingRows(staged: StagedRows): Generator<ImportRow> {
  for (const rows of staged.judged(BATCH, ['CHANGED'])) yield* rows
}

/** Adds up what a round does to its rows. */
class Sums {
  readonly answer: RoundSums
  private readonly field: string | undefined
  constructor(field: string | undefined, over: number) {
    this.field = field
    this.answer = { rows: 0, succeeded: 0, over, before: 0, after: 0, least: null, most: null }
  }

  add(batch: readonly ImportRow[]) {
    const { answer } = this
    for (const { verdict, before, row } of batch) {
      if (verdict !== 'CHANGED') continue
      answer.rows++
      if (row.validFrom !== before!.validFrom) answer.succeeded++
      if (this.field === undefined) continue
      const [was, becomes] = [Number(before![this.field] ?? 0), Number(row[this.field] ?? 0)]
      answer.before += was
      answer.after += becomes
      if (was === 0) continue
      const share = shareOf(becomes - was, was)
      answer.least = Math.min(answer.least ?? share, share)
      answer.most = Math.max(answer.most ?? share, share)
    }
  }
}
