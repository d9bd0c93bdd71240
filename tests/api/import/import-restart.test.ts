import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { abandonedJobs } from '../../../api/derive/import/abandoned-jobs.ts'
import { ImportRuns } from '../../../api/derive/import/import-runs.ts'
import { ImportThread } from '../../../api/derive/import/import-thread.ts'
import { runImport } from '../../../api/derive/import/run-import.ts'
import { readConfig } from '../../../api/platform/config.ts'
import { isSqlite, openDatabase } from '../../../api/platform/database.ts'
import { createLog } from '../../../api/platform/log.ts'
import type { ImportJob } from '../../../resources/platform/imports/import-job.ts'
import { freshDatabase, type TestDatabase } from '../../support/database.ts'
import { importDesk } from '../../support/imports.ts'

let database: TestDatabase
let desk: Awaited<ReturnType<typeof importDesk>>
beforeAll(async () => {
  database = await freshDatabase()
  desk = await importDesk(database.db, ['SYS_ADMIN', 'MASTER_ADMIN'])
})
afterAll(async () => {
  desk.close()
  await database.close()
})

const FILE = `code,name\n${Array.from({ length: 1200 }, (_, index) => `S${index},Segment ${index}`).join('\n')}\n`
const WORKER = new URL('../../../api/import-worker.ts', import.meta.url)
const PATH = 'settings/customer-segment'
const rows = async () => (await database.db('customer_segment').count({ n: '*' }).first())!.n
const status = async (job: ImportJob) => (await database.db('import_job').where('id', job.id).first()).status

describe('an interrupted import', () => {
  it('has saved nothing when it is cancelled half-way, and says so', async () => {
    const job = await desk.bring(PATH, FILE)
    let batches = 0
    await runImport(
      database.db,
      { home: desk.home, jobId: job.id, step: 'commit' },
      { told: () => (++batches > 4 ? 1 : 0), onProgress: () => undefined },
    )
    expect(batches).toBeGreaterThan(4)
    expect([await status(job), await rows()]).toEqual(['CANCELLED', 0])
  })

  it('waits for the next start when the portal closes during the commit', async () => {
    const job = await desk.bring(PATH, FILE)
    let batches = 0
    await runImport(
      database.db,
      { home: desk.home, jobId: job.id, step: 'commit' },
      { told: () => (++batches > 4 ? 2 : 0), onProgress: () => undefined },
    )
    expect([await status(job), await rows()]).toEqual(['COMMITTING', 0])
    await database.db('import_job').where('id', job.id).update({ status: 'CANCELLED' })
  })

  const gone = { lockedBy: 'a process that is no more', lockedUntil: '2020-01-01T00:00:00.000Z' }
  const restart = async (until: () => Promise<unknown>) => {
    const config = readConfig({ NODE_ENV: 'test', DATABASE_URL: database.url, BILTY_HOME: desk.home })
    const runs = new ImportRuns({ config, db: database.db, log: createLog({ logLevel: 'silent' }), worker: WORKER })
    runs.begin()
    await until()
    await runs.stop()
  }

  it('is resumed at the next start: a check is repeated, and a commit is completed', async () => {
    const [checking, keeping] = [await desk.bring(PATH, FILE), await desk.bring(PATH, FILE)]
    const left = (job: ImportJob, status: string) =>
      database
        .db('import_job')
        .where('id', job.id)
        .update({ status, ...gone })
    await left(checking, 'VALIDATING')
    await left(keeping, 'COMMITTING')
    await restart(async () => {
      await expect.poll(() => status(keeping)).toBe('DONE')
      await expect.poll(() => status(checking)).toBe('VALIDATED')
    })
    expect(await rows()).toBe(1200)
    expect((await database.db('import_job').where('id', checking.id).first()).rowsTotal).toBe(1200)
  })

  it('continues with the rows not yet saved, and counts the rows saved before', async () => {
    const more = FILE.replaceAll('\nS', '\nT').replace('T7,', ',')
    const job = await desk.bring(PATH, more, { onError: 'SKIP_BAD_ROWS' })
    let batches = 0
    const killed = { told: () => (++batches > 4 ? 2 : 0), onProgress: () => undefined }
    await runImport(database.db, { home: desk.home, jobId: job.id, step: 'commit' }, killed)
    const kept = Number(await rows()) - 1200
    expect([kept > 0, kept < 1199]).toEqual([true, true])
    await database.db('import_job').where('id', job.id).update(gone)
    await restart(() => expect.poll(() => status(job)).toBe('DONE_WITH_ERRORS'))
    expect(await rows()).toBe(1200 + 1199)
    const { rowsNew, rowsSame, rowsFailed } = await database.db('import_job').where('id', job.id).first()
    expect({ rowsNew, rowsSame, rowsFailed }).toEqual({ rowsNew: 1199, rowsSame: 0, rowsFailed: 1 })
  })

  it('is not retried for ever: after the third crash its sender decides', async () => {
    const job = await desk.bring(PATH, FILE)
    const paramsJson = JSON.stringify({ ...(job.paramsJson as object), tries: 2 })
    await database
      .db('import_job')
      .where('id', job.id)
      .update({ status: 'COMMITTING', paramsJson, ...gone })
    await restart(() => expect.poll(() => status(job)).toBe('VALIDATED'))
    expect((await database.db('import_job').where('id', job.id).first()).errorText).toContain('several times')
  })

  it('is taken over by one of two processes that find it at the same moment', { tags: ['locks'] }, async () => {
    // An embedded database has one process.
    if (isSqlite(database.db)) return
    const job = await desk.bring(PATH, FILE)
    await database
      .db('import_job')
      .where('id', job.id)
      .update({ status: 'COMMITTING', ...gone })
    const beside = openDatabase(database.url)
    const found = await Promise.all(
      [database.db, beside].map((db, at) => abandonedJobs(db, `process ${at}`, id => id !== job.id)),
    )
    await beside.destroy()
    expect(found.flat()).toEqual([{ jobId: job.id, step: 'commit' }])
    await database.db('import_job').where('id', job.id).update({ status: 'CANCELLED' })
  })

  it('is saved exactly once when it is started again', async () => {
    const before = await rows()
    for (let time = 0; time < 2; time++) await desk.bring(PATH, FILE, { onError: 'SKIP_BAD_ROWS', commit: true })
    expect(await rows()).toBe(before)
  })

  it('is not interrupted by the end of a thread that waited for it too long', { tags: ['proof'] }, async () => {
    const [one, other] = [await desk.bring(PATH, 'code,name\nU1,One\n'), await desk.bring(PATH, 'code,name\nU2,Two\n')]
    const thread = new ImportThread(WORKER, {
      databaseUrl: database.url,
      home: desk.home,
      environment: 'test' as const,
      paymentHosts: [],
    })
    const keep = ({ id }: ImportJob) =>
      thread.run({ jobId: id, step: 'commit', process: 'this', flag: new SharedArrayBuffer(4) }, () => undefined)
    expect(await keep(one)).toBeUndefined()
    const [, failure] = await Promise.all([thread.end(), keep(other)])
    await thread.end()
    expect(failure).toBeUndefined()
    expect([await status(one), await status(other)]).toEqual(['DONE', 'DONE'])
  })

  it('is checked again when somebody changes one of its rows between the check and the commit', async () => {
    const job = await desk.bring(PATH, 'code,name\nS1,Renamed\n')
    let told = 0
    let meddling: Promise<unknown> | undefined
    const meddle = () => {
      // Between reading the file and saving the first batch.
      if (++told === 2)
        meddling = database.db('customer_segment').where('code', 'S1').update({ name: 'Meddled', rowVersion: 7 }).then()
      return 0
    }
    // The commit starts only after the concurrent change has finished.
    const db = new Proxy(database.db, {
      get: (knex, name) =>
        name === 'transaction'
          ? async (...given: Parameters<typeof knex.transaction>) => {
              await meddling
              return knex.transaction(...given)
            }
          : Reflect.get(knex, name),
    })
    await runImport(
      db,
      { home: desk.home, jobId: job.id, step: 'commit' },
      { told: meddle, onProgress: () => undefined },
    )
    expect(meddling).toBeDefined()
    expect(await status(job)).toBe('DONE')
    expect(await database.db('customer_segment').where('code', 'S1').first('name', 'rowVersion')).toEqual({
      name: 'Renamed',
      rowVersion: 8,
    })
  })
})
