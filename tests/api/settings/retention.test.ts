import type { Knex } from 'knex'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { setClock } from '../../../api/platform/clock.ts'
import { isSaved, saveFile } from '../../../api/platform/stored-files.ts'
import { noteFailed, watermarkOf } from '../../../api/sap/reading/sync-run.ts'
import { removeExpired } from '../../../api/settings/retention/remove-expired.ts'
import { lr } from '../../../resources/dispatches/lr.ts'
import { pod } from '../../../resources/dispatches/pods/pod.ts'
import { type PodBatchFile, podBatch, podBatchFile } from '../../../resources/dispatches/pods/pod-batch.ts'
import { podPage } from '../../../resources/dispatches/pods/pod-page.ts'
import { attachment } from '../../../resources/platform/attachment.ts'
import { plant } from '../../../resources/settings/plant.ts'
import { freshDatabase, type TestDatabase } from '../../support/database.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { temporaryHome } from '../../support/temporary-home.ts'

let database: TestDatabase
let db: Knex
const home = temporaryHome()

const old = '2024-11-19T05:00:00.000Z'
const young = '2024-11-21T05:00:00.000Z'

beforeEach(async () => {
  setClock(() => '2026-11-20T06:30:00.000Z')
  database = await freshDatabase()
  db = database.db
})
afterEach(async () => {
  setClock(null)
  home.remove()
  await database.close()
})

/** A reading of prices from SAP, with rows that it left out. */
async function reading(at: string, leftOut: number, more: object = {}): Promise<number> {
  const run = { object: 'PRICE', mode: 'DELTA', trigger: 'SCHEDULE', status: 'PARTIAL', startedAt: at, finishedAt: at }
  const counts = { rowsRead: 9, rowsCreated: 0, rowsUpdated: 0, rowsFailed: leftOut, rowsSkipped: 0 }
  const columns = { rowVersion: 1, createdAt: at, updatedAt: at, ...more }
  const [id] = await db('sap_sync_run').insert({ ...run, ...counts, ...columns })
  const failed = Array.from({ length: leftOut }, (_, no) => ({
    number: `P${no}`,
    column: null,
    code: 'UNKNOWN_REF',
    message: 'The portal has no such product',
  }))
  await noteFailed(db, id as number, failed)
  return id as number
}

describe('readings from SAP', () => {
  it('are kept for two years, with the rows that they left out', async () => {
    await reading(old, 1_200)
    const kept = await reading(young, 3)
    expect(await removeExpired(db, home.path)).toBe(1_201)
    expect(await db('sap_sync_run').pluck('id')).toEqual([kept])
    expect(await db('import_job_error').distinct('sapSyncRunId').pluck('sapSyncRunId')).toEqual([kept])
    expect(await removeExpired(db, home.path)).toBe(0)
  })

  it('are kept for ever where they say from which change on SAP is read next', async () => {
    await reading(old, 0, { watermark: '2024-11-17T00:00:00.000Z' })
    const last = await reading(old, 0, { watermark: '2024-11-18T00:00:00.000Z' })
    await reading(young, 0, { status: 'FAILED' })
    expect(await removeExpired(db, home.path)).toBe(1)
    expect(await db('sap_sync_run').orderBy('id').pluck('id')).toContain(last)
    expect(await watermarkOf(db, 'PRICE')).toBe('2024-11-18T00:00:00.000Z')
  })

  it('leave the errors of rate contracts that they found, which somebody may still put right', async () => {
    const sapSyncRunId = await reading(old, 0)
    const columns = { status: 'OPEN', rowVersion: 1, createdAt: old, updatedAt: old }
    const error = { source: 'SAP', rowNo: 10, raw: '{}', errorCode: 'UNKNOWN_PRODUCT', errorText: 'No product' }
    await db('rate_contract_errors').insert({ ...error, sapSyncRunId, ...columns })
    expect(await removeExpired(db, home.path)).toBe(1)
    expect(await db('rate_contract_errors')).toMatchObject([{ sapSyncRunId: null, status: 'OPEN' }])
  })
})

describe('photos of PODs', () => {
  it('are removed thirty days after they were left out or sent in vain, and kept where a POD or an upload has them', async () => {
    const [long, lately] = ['2026-10-20T05:00:00.000Z', '2026-11-01T05:00:00.000Z']
    const batch = await exampleRow(db, podBatch)
    const photo = async (createdAt = long) => {
      const saved = await saveFile(home.path, Buffer.from('photo'))
      const { id } = await exampleRow(db, attachment, { ownerType: 'POD', storageKey: saved.key })
      await db('attachment').where({ id }).update({ createdAt })
      return { id, key: saved.key }
    }
    const inUpload = async (result: PodBatchFile['result'], updatedAt = long) => {
      const of = await photo()
      const { id } = await exampleRow(db, podBatchFile, {
        batchId: batch.id,
        position: of.id,
        result,
        attachmentId: of.id,
        podId: null,
      })
      await db('pod_batch_file').where({ id }).update({ updatedAt })
      return of
    }
    const leftOut = await inUpload('LEFT_OUT')
    const inVain = await photo()
    const kept = [
      await inUpload('LEFT_OUT', lately),
      await inUpload('TRAY'),
      await inUpload('UPLOADED'),
      await photo(lately),
    ]
    const proof = await photo()
    const site = await exampleRow(db, plant)
    const { id: lrId } = await exampleRow(db, lr, { plantId: site.id })
    const { id: podId } = await exampleRow(db, pod, { attachmentId: proof.id, lrId })
    await exampleRow(db, podPage, { attachmentId: proof.id, lrId, podId })
    await removeExpired(db, home.path)
    const left: number[] = await db('attachment').where({ ownerType: 'POD' }).pluck('id')
    for (const { id } of [...kept, proof]) expect(left).toContain(id)
    for (const { id, key } of [leftOut, inVain]) {
      expect(left).not.toContain(id)
      expect(await isSaved(home.path, key)).toBe(false)
    }
    expect(await isSaved(home.path, proof.key)).toBe(true)
    expect(await db('pod_batch_file').where({ result: 'LEFT_OUT' }).whereNull('attachmentId')).toHaveLength(1)
  })
})
