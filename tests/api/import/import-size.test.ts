import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ImportThread } from '../../../api/derive/import/import-thread.ts'
import { jobParams } from '../../../api/derive/import/job.ts'
import { runImport } from '../../../api/derive/import/run-import.ts'
import { StagedRows } from '../../../api/derive/staging/staged-rows.ts'
import { isSqlite, openDatabase } from '../../../api/platform/database.ts'
import { transact } from '../../../api/platform/transact.ts'
import type { ImportJob } from '../../../resources/platform/imports/import-job.ts'
import { freshDatabase, type TestDatabase } from '../../support/database.ts'
import { importDesk, insert } from '../../support/imports.ts'
import { isProof } from '../../support/proof.ts'

const PATH = 'settings/customer-segment'
const WORKER = new URL('../../../api/import-worker.ts', import.meta.url)
const ROWS = isProof ? 20_000 : 8000

let database: TestDatabase
/** Another person, on a connection of their own. */
let other: Knex
let desk: Awaited<ReturnType<typeof importDesk>>
beforeAll(async () => {
  database = await freshDatabase()
  other = openDatabase(database.url)
  desk = await importDesk(database.db, ['SYS_ADMIN', 'MASTER_ADMIN'])
})
afterAll(async () => {
  desk.close()
  await other.destroy()
  await database.close()
})
beforeEach(() => database.db('customer_segment').delete())

const fileOf = (rows: number, nameOf = (n: number) => `Segment ${n}`) =>
  `code,name\n${Array.from({ length: rows }, (_, n) => `S${n},${nameOf(n)}`).join('\n')}\n`
const count = async (db = other) =>
  Number((await db('customer_segment').where('isActive', 1).count({ n: '*' }).first())!.n)
const jobOf = async ({ id }: ImportJob) => database.db('import_job').where({ id }).first()
const historyOf = async ({ id }: ImportJob, where = {}) =>
  Number(
    (await database
      .db('audit_entry')
      .where({ importJobId: id, ...where })
      .count({ n: '*' })
      .first())!.n,
  )
const commit = (job: ImportJob, onDone: (done: number) => void = () => undefined) =>
  runImport(
    database.db,
    { home: desk.home, jobId: job.id, step: 'commit' },
    { told: () => 0, onProgress: ({ rowsDone }) => onDone(rowsDone) },
  )

/** What another person sees of the rows, again and again while `work` goes on, each time they could look. */
async function seenDuring(work: () => Promise<void>): Promise<Set<number>> {
  const seen = new Set<number>()
  let over = false
  const look = async () => {
    while (!over) {
      seen.add(await count())
      await pause(5)
    }
  }
  const looking = look()
  await work().finally(() => {
    over = true
  })
  await looking
  return seen
}

describe('a file of many thousand rows', () => {
  it('is saved as a whole in a few statements: others see none of its rows or all, and whoever saves meanwhile waits', async () => {
    const batches: number[] = []
    const { batches: original } = StagedRows.prototype
    StagedRows.prototype.batches = function* (size) {
      for (const batch of original.call(this, size)) {
        batches.push(batch.length)
        yield batch
      }
    }
    const statements: string[] = []
    const listen = ({ sql }: { sql: string }) => statements.push(sql)
    const job = await desk.bring(PATH, fileOf(ROWS))
    expect(await jobOf(job)).toMatchObject({ status: 'VALIDATED', rowsTotal: ROWS, rowsNew: ROWS, rowsFailed: 0 })
    expect(await count()).toBe(0)
    database.db.on('query', listen)
    const waits: Promise<unknown>[] = []
    const seen = await seenDuring(() =>
      commit(job, done => {
        if (done > 0 && done % 2000 === 0)
          waits.push(transact(other, trx => trx('import_job').where({ id: job.id }).update({ rowsOk: done })))
      }),
    )
    database.db.off('query', listen)
    StagedRows.prototype.batches = original
    await Promise.all(waits)
    expect(await jobOf(job)).toMatchObject({ status: 'DONE', rowsNew: ROWS })
    expect([...seen].filter(rows => rows !== 0 && rows !== ROWS)).toEqual([])
    expect([await count(), await historyOf(job, { action: 'CREATE' })]).toEqual([ROWS, ROWS])
    expect(Math.max(...batches)).toBe(500)
    const last = statements.findLastIndex(sql => sql.startsWith('BEGIN IMMEDIATE'))
    if (isSqlite(database.db)) expect(statements.length - last).toBeLessThan(30)
    const [row] = await database.db('customer_segment').where('code', 'S7')
    const entry = await database.db('audit_entry').where({ importJobId: job.id, entityId: row.id }).first()
    expect(JSON.parse(entry.afterJson)).toMatchObject({ code: 'S7', name: 'Segment 7', isActive: true })
    expect(row).toMatchObject({ naturalKey: 's7', rowVersion: 1, createdById: desk.userId })
  })

  it('leaves no staging file behind', async () => {
    const job = await desk.bring(PATH, fileOf(10))
    expect(existsSync(join(desk.home, 'files', jobParams(job).storageKey))).toBe(true)
    expect(readdirSync(join(desk.home, 'files')).filter(name => name.endsWith('.staging'))).toEqual([])
  })
})

describe('a file of some thousand rows', () => {
  const SOME = 5000

  it('changes, adds and keeps rows in one go, and is rolled back in one go', async () => {
    await desk.bring(PATH, fileOf(SOME - 500), { commit: true })
    const again = await desk.bring(PATH, fileOf(SOME - 500))
    expect(again).toMatchObject({ rowsSame: SOME - 500, rowsNew: 0, rowsChanged: 0 })
    const job = await desk.bring(
      PATH,
      fileOf(SOME, n => (n % 3 === 0 ? `Renamed ${n}` : `Segment ${n}`)),
      { commit: true },
    )
    const changed = Math.ceil((SOME - 500) / 3)
    expect(job).toMatchObject({ status: 'DONE', rowsNew: 500, rowsChanged: changed, rowsSame: SOME - 500 - changed })
    expect(await other('customer_segment').where('code', 'S3').first()).toMatchObject({
      name: 'Renamed 3',
      rowVersion: 2,
    })
    expect(await other('customer_segment').where('code', 'S4').first()).toMatchObject({
      name: 'Segment 4',
      rowVersion: 1,
    })
    const entries = await database.db('audit_entry').where({ importJobId: job.id, action: 'UPDATE' })
    expect([entries.length, JSON.parse(entries[0].beforeJson), JSON.parse(entries[0].afterJson)]).toEqual([
      changed,
      { name: 'Segment 0' },
      { name: 'Renamed 0' },
    ])
    const seen = await seenDuring(async () => {
      const paramsJson = JSON.stringify({ ...jobParams(job), undoneById: desk.userId, undoneFrom: 'DONE' })
      await database.db('import_job').where({ id: job.id }).update({ status: 'ROLLING_BACK', paramsJson })
      const line = { told: () => 0, onProgress: () => undefined }
      await runImport(database.db, { home: desk.home, jobId: job.id, step: 'undo' }, line)
    })
    expect([...seen].filter(rows => rows !== SOME && rows !== SOME - 500)).toEqual([])
    expect((await jobOf(job)).status).toBe('ROLLED_BACK')
    expect(await other('customer_segment').where('code', 'S3').first()).toMatchObject({
      name: 'Segment 3',
      rowVersion: 3,
    })
    expect([await count(), await historyOf(job, { action: 'DEACTIVATE' })]).toEqual([SOME - 500, 500])
  })

  it('is not saved at all when one row became wrong after it was checked again', async () => {
    const job = await desk.bring(PATH, fileOf(SOME))
    let meddled: Promise<unknown> | undefined
    await commit(job, done => {
      if (done >= SOME - 500)
        meddled ??= transact(other, trx => insert(trx, 'customer-segment', [{ code: 'S1', name: 'Taken' }]))
    })
    await meddled
    const { status, errorText, rowsFailed, rowsNew, rowsChanged } = await jobOf(job)
    // MariaDB may only meet the other row when it writes its key; then the file is read again, and the row is a change.
    if (!isSqlite(database.db) && status === 'DONE') {
      expect([rowsNew, rowsChanged, await count()]).toEqual([SOME - 1, 1, SOME])
      return
    }
    expect([status, rowsFailed, await count()]).toEqual(['VALIDATED', 1, 1])
    expect(errorText).toContain('Nothing was saved: since the check one row has become wrong')
  })

  it('is read again when somebody changed one of its rows meanwhile', async () => {
    await desk.bring(PATH, fileOf(SOME), { commit: true })
    const job = await desk.bring(
      PATH,
      fileOf(SOME, n => `Renamed ${n}`),
    )
    let meddled: Promise<unknown> | undefined
    await commit(job, done => {
      if (done >= SOME - 500)
        meddled ??= other('customer_segment').where('code', 'S1').update({ name: 'Meddled', rowVersion: 7 }).then()
    })
    await meddled
    expect(await jobOf(job)).toMatchObject({ status: 'DONE', rowsChanged: SOME })
    expect(await other('customer_segment').where('code', 'S1').first()).toMatchObject({
      name: 'Renamed 1',
      rowVersion: 8,
    })
  })

  it('is there whole or not at all when the process is killed while it is saved, and the next start completes it', async () => {
    const job = await desk.bring(PATH, fileOf(SOME))
    await database.db('import_job').where({ id: job.id }).update({ status: 'COMMITTING' })
    const config = { databaseUrl: database.url, home: desk.home, environment: 'test' as const, paymentHosts: [] }
    const thread = new ImportThread(WORKER, config)
    const killed = thread.run(
      { jobId: job.id, step: 'commit', process: 'this', flag: new SharedArrayBuffer(4) },
      ({ rowsDone }) => {
        if (rowsDone >= SOME) setTimeout(() => void thread.end(), 20)
      },
    )
    await killed
    expect([0, SOME]).toContain(await count())
    await commit((await jobOf(job)) as ImportJob)
    expect([await count(), await historyOf(job)]).toEqual([SOME, SOME])
  })
})
