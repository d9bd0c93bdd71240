import type { Knex } from 'knex'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { setClock } from '../../../api/platform/clock.ts'
import { readSettings } from '../../../api/platform/settings.ts'
import { leaseJob } from '../../../api/platform/work/job-lease.ts'
import { readableObjects } from '../../../api/sap/pulls.ts'
import { nextReadings, queueDueReadings } from '../../../api/sap/reading/reading-times.ts'
import { isReadingTime } from '../../../api/settings/reading-time.ts'
import { freshDatabase, type TestDatabase } from '../../support/database.ts'
import { statementsDuring } from '../../support/statements.ts'

let database: TestDatabase
let db: Knex
let at: string

const queue = () => queueDueReadings(db, ['PRODUCT'])
const queued = () => db('sap_sync_run').where({ status: 'QUEUED' }).orderBy('id').pluck('mode')
const end = () => db('sap_sync_run').update({ status: 'OK', finishedAt: at })

beforeEach(async () => {
  // 11:45 in India; products are read at each full hour, and completely at 2:30.
  at = '2026-11-20T06:15:00.000Z'
  setClock(() => at)
  database = await freshDatabase()
  db = database.db
})
afterEach(async () => {
  setClock(null)
  await database.close()
})

describe('the times at which SAP is read', () => {
  it('begin with the next one: a portal that never read an object does not begin by itself', async () => {
    expect(await queue()).toBe(0)
    at = '2026-11-20T06:31:00.000Z'
    expect(await queue()).toBe(1)
    expect(await queued()).toEqual(['DELTA'])
  })

  it('each queue one reading, however many processes look and however often', async () => {
    await queue()
    at = '2026-11-20T06:31:00.000Z'
    const counts = await Promise.all([queue(), queue(), queue()])
    expect(counts.reduce((total, count) => total + count)).toBe(1)
    await end()
    expect(await queue()).toBe(0)
  })

  it('that passed while no portal ran are caught up once', async () => {
    await queue()
    at = '2026-11-23T09:00:00.000Z'
    expect(await queue()).toBe(1)
    expect(await queued()).toEqual(['FULL'])
    await end()
    expect(await queue()).toBe(0)
  })

  it('wait for a complete reading until the one that runs has ended, and do not miss it', async () => {
    await queue()
    at = '2026-11-20T21:05:00.000Z'
    const lease = await leaseJob(db, 'sap.read.PRODUCT')
    expect(await queue()).toBe(0)
    await lease!.release()
    expect(await queue()).toBe(1)
    expect(await queued()).toEqual(['FULL'])
  })

  it('are left out for a quarter of an hour after SAP refused the sign-in, for it locks users', async () => {
    await queue()
    at = '2026-11-20T06:31:00.000Z'
    const refused = { object: 'STOCK', mode: 'DELTA', trigger: 'SCHEDULE', status: 'FAILED', errorClass: 'AUTH' }
    const counts = { rowsRead: 0, rowsCreated: 0, rowsUpdated: 0, rowsFailed: 0, rowsSkipped: 0 }
    const columns = { ...counts, startedAt: at, finishedAt: at, rowVersion: 1, createdAt: at, updatedAt: at }
    await db('sap_sync_run').insert({ ...refused, ...columns })
    expect(await queue()).toBe(0)
    at = '2026-11-20T06:47:00.000Z'
    expect(await queue()).toBe(1)
  })

  it('cost three queries where nothing is due, for every process looks three times a minute', async () => {
    await queueDueReadings(db, readableObjects)
    const look = () => queueDueReadings(db, readableObjects)
    expect(await statementsDuring(db, look)).toHaveLength(3)
  })

  it('are shown as the next ones, in India’s time', async () => {
    expect(nextReadings(await readSettings(db), 'PRODUCT')).toEqual({
      delta: '2026-11-20T06:30:00.000Z',
      full: '2026-11-20T21:00:00.000Z',
    })
    expect(nextReadings(await readSettings(db), 'STOCK')).toMatchObject({ full: null })
  })

  it('are cron patterns of five fields that ever come, or never', () => {
    expect(['30 2 * * *', '*/15 * * * *', 'never'].map(isReadingTime)).toEqual([true, true, true])
    expect(['2:30', '* * *', '0 0 30 2 *', '* * * * * *', ''].map(isReadingTime)).toEqual(Array(5).fill(false))
  })
})
