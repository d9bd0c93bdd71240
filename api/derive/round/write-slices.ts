import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { ImportJob } from '../../../resources/platform/imports/import-job.ts'
import { today } from '../../platform/clock.ts'
import { isSqlite } from '../../platform/database.ts'
import { checkedKey, savedFolder } from '../../platform/stored-files.ts'
import { transact } from '../../platform/transact.ts'
import { namesBehind } from '../import/checked-file.ts'
import { ImportStopped } from '../import/import-channel.ts'
import type { ImportRow } from '../import/import-row.ts'
import { changeJob, jobParams } from '../import/job.ts'
import { importAuthor, senderOf } from '../import/open-file.ts'
import { RollbackConflicts } from '../roll-back/conflicts.ts'
import { ImportedRows } from '../roll-back/imported-rows.ts'
import { stageSlices } from '../roll-back/roll-back-slices.ts'
import { StagedWrites } from '../staging/staged-writes.ts'
import { whileAttached } from '../staging/switch-over.ts'
import { judgeRound, type Run, refuseChanged, writeRound, writesOf } from './save-round.ts'
import { roundOf } from './stage-round.ts'

const SLICE = 500
/** Milliseconds between two slices in which others who save get their turn: they ask every 30. */
const PAUSE_MS = 40
/** After so many entries of others rows are checked again, whatever they are of. */
const MOST_ENTRIES = 5000
/** More rows than this would hold up others while they are written at once. */
const SHORT_ROUND = 2000

/**
 * Whether a round is written some rows at a time: on SQLite, which has one writer, where it begins later than today, so
 * that nothing counts before all of it is written.
 */
export const isInSlices = (db: Knex, job: ImportJob, rows: number): boolean => {
  const { from } = roundOf(job)
  return isSqlite(db) && rows > SHORT_ROUND && from !== null && from > today()
}

/** Writes a round some rows at a time. Where it cannot be finished, what was written is taken back. */
export async function writeSlices(run: Run, finish: (trx: Knex) => Promise<void>): Promise<void> {
  const { db, home, job, staged, onRows } = run
  const params = jobParams(job)
  await changeJob(db, job.id, { paramsJson: { ...params, round: { ...params.round!, writing: true } } })
  const slices = new Slices(run)
  try {
    await whileAttached(db, staged.file, async () => {
      let slice = 0
      for (const batch of staged.judged(SLICE, ['CHANGED'])) {
        const given = batch.map(({ faults }) => faults.length)
        await transact(db, trx => {
          for (const [index, row] of batch.entries()) row.faults.splice(given[index]!)
          return slices.write(trx, batch, slice)
        })
        slice++
        staged.record(batch.filter(({ faults }) => faults.length > 0))
        onRows(batch.length)
        await pause(PAUSE_MS)
      }
    })
    await transact(db, finish)
  } catch (error) {
    // A portal that closes takes it back when it starts again.
    if (!(error instanceof ImportStopped) || error.byPerson) await takeBack(db, home, job)
    throw error
  }
}

/** Writes one slice after the other, and checks rows again once somebody else has changed what they depend on. */
class Slices {
  private readonly run: Run
  private readonly names: readonly string[]
  private lastEntry: number | undefined
  private judges = false
  private readonly writes: StagedWrites
  constructor(run: Run) {
    const { resource, author, staged } = run
    this.run = run
    this.names = namesBehind(resource)
    this.writes = new StagedWrites(resource, author, staged.file)
    for (const batch of staged.judged(SLICE, ['CHANGED'])) this.writes.add(writesOf(resource, batch))
    this.writes.complete({ inSlices: true })
  }

  async write(trx: Knex.Transaction, batch: ImportRow[], slice: number) {
    await refuseChanged(this.run, trx, batch)
    this.judges ||= await this.changedByOthers(trx)
    if (this.judges) await judgeRound(trx, this.run, batch)
    if (batch.some(({ faults }) => faults.length > 0)) await writeRound(trx, this.run, batch)
    else await this.writes.write(trx, slice)
    const [last] = await trx('audit_entry').max({ id: 'id' })
    this.lastEntry = Number(last?.id ?? 0)
  }

  private async changedByOthers(trx: Knex): Promise<boolean> {
    const since = this.lastEntry ?? this.run.mark.lastId
    // By the id alone: an index of entities would lead through all entries of the master.
    const rows = trx('audit_entry').where('id', '>', since).orderBy('id').limit(MOST_ENTRIES)
    const entities: string[] = await rows.pluck('entity')
    return entities.length === MOST_ENTRIES || entities.some(name => this.names.includes(name))
  }
}

/** Takes back what an unfinished round has written. */
export async function takeBack(db: Knex, home: string, job: ImportJob): Promise<void> {
  const { person } = await senderOf(db, job)
  const author = { ...importAuthor(job, person), reason: `Round ${job.jobNo} was not finished, so it is taken back` }
  // While a round is saved, its checked rows have another name.
  const written = new ImportedRows(join(savedFolder(home), checkedKey(jobParams(job).storageKey)))
  try {
    await written.read(db, job.id)
    const context = { job, person, author, onRows: () => undefined, isLeftOut: () => false }
    // Rows that somebody has changed since stay.
    const write = await stageSlices(db, context, written, new RollbackConflicts())
    await write()
  } finally {
    written.file.remove()
  }
}
