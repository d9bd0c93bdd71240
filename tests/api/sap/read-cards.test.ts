import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readableObjects } from '../../../api/sap/pulls.ts'
import { readCards } from '../../../api/sap/reading/read-cards.ts'
import { freshDatabase, type TestDatabase } from '../../support/database.ts'
import { statementsDuring } from '../../support/statements.ts'

let database: TestDatabase
let db: Knex

const minute = (no: number) => `2026-11-20T06:${String(no).padStart(2, '0')}:00.000Z`
const run = (no: number, more: object) => ({
  ...{ object: 'PRODUCT', mode: 'DELTA', trigger: 'SCHEDULE', status: 'OK', watermark: minute(no) },
  ...{
    startedAt: minute(no),
    finishedAt: minute(no + 1),
    rowsRead: no,
    rowsCreated: 0,
    rowsUpdated: 0,
    rowsFailed: 0,
    rowsSkipped: 0,
  },
  ...{ rowVersion: 1, createdAt: minute(no), updatedAt: minute(no) },
  ...more,
})
const failed = { status: 'FAILED', watermark: null }
const cardOf = async (object: string) => (await readCards(db, readableObjects)).find(card => card.object === object)

beforeAll(async () => {
  database = await freshDatabase()
  db = database.db
  const minutes = Array.from({ length: 30 }, (_, no) => no)
  await db('sap_sync_run').insert([
    ...minutes.map(no => run(no, { object: 'PRODUCT', ...(no === 29 && failed) })),
    ...minutes.map(no => run(no, { object: 'PRICE', ...(no > 1 && failed) })),
    ...minutes.map(no => run(no, { object: 'STOCK', ...failed })),
    run(5, { object: 'ORDER_STATUS' }),
    run(6, { object: 'ORDER_STATUS', mode: 'FULL', watermark: null }),
    run(31, { object: 'PRODUCT', filterCode: '100101' }),
    run(31, { object: 'PRICE', filterCode: '100101' }),
    run(31, { object: 'CUSTOMER', status: 'RUNNING', finishedAt: null, watermark: null }),
  ])
})
afterAll(() => database.close())

describe('the cards of what is read from SAP', () => {
  it('show the latest reading, the last good one, and how long the last twenty took', async () => {
    expect(await cardOf('PRODUCT')).toMatchObject({
      lastRun: { status: 'FAILED', rowsRead: 29 },
      lastOkAt: minute(29),
      watermark: minute(28),
      durations: Array(20).fill(600),
    })
    expect(await cardOf('CUSTOMER')).toMatchObject({ lastRun: { status: 'RUNNING' }, lastOkAt: null, durations: [] })
    expect(await cardOf('PLANT')).toMatchObject({ lastRun: null, lastOkAt: null, watermark: null })
  })

  it('show the last good reading also where all twenty since have failed, and none where there was none', async () => {
    expect(await cardOf('PRICE')).toMatchObject({ lastOkAt: minute(2), watermark: minute(1) })
    expect(await cardOf('STOCK')).toMatchObject({ lastOkAt: null, watermark: null, lastRun: { status: 'FAILED' } })
  })

  it('show the watermark of the reading of changes before, where open orders were only read again', async () => {
    expect(await cardOf('ORDER_STATUS')).toMatchObject({ lastOkAt: minute(7), watermark: minute(5) })
  })

  it('cost a handful of queries, for they are asked for again and again', async () => {
    expect((await statementsDuring(db, () => readCards(db, readableObjects))).length).toBeLessThanOrEqual(4)
  })
})
