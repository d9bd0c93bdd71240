/** @module-tag locks */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { UploadWork } from '../../../api/files/upload-work.ts'
import { UnreadableUpload } from '../../../api/files/zip-files.ts'
import { setClock } from '../../../api/platform/clock.ts'
import { type CoaBatch, coaBatch } from '../../../resources/coa/coa-batch.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { emptyPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(emptyPortal)
let id: number
beforeEach(async () => {
  clockAt(0)
  await portal.db('coa_batch').delete()
  id = (await exampleRow(portal.db, coaBatch, { fileName: 'coas.zip', status: 'READING', parts: [] })).id
})
afterEach(() => setClock(null))

const clockAt = (minutes: number) => setClock(new Date(Date.UTC(2026, 10, 29, 10, minutes)).toISOString())
const batch = () => portal.db('coa_batch').where({ id }).first()
const log = { info() {}, warn() {}, error() {} } as never

/** A process whose work on an upload is this. */
class Process extends UploadWork<CoaBatch> {
  protected readonly busy = ['READING']
  runs = 0
  readonly #doing: (own: Process, upload: CoaBatch) => Promise<unknown>
  constructor(doing: (own: Process, upload: CoaBatch) => Promise<unknown>) {
    super({ config: { home: portal.home }, db: portal.db, log }, coaBatch)
    this.#doing = doing
  }
  protected async work(upload: CoaBatch) {
    this.runs += 1
    await this.#doing(this, upload)
  }
  progress = (upload: CoaBatch, filesDone: number) => this.renew(portal.db, upload.id, { filesDone })
  finish = (upload: CoaBatch) => this.end(upload.id, { status: 'DONE' })
  async runAll() {
    this.begin()
    await this.done()
  }
}

it('an upload is worked on by one of several processes', async () => {
  const all = [1, 2, 3].map(() => new Process((own, upload) => own.finish(upload)))
  await Promise.all(all.map(one => one.runAll()))
  expect(all.map(({ runs }) => runs).toSorted()).toEqual([0, 0, 1])
  expect(await batch()).toMatchObject({ status: 'DONE', lockedBy: null, lockedUntil: null })
})

it('is taken over when its process is silent, which then saves nothing any more', async () => {
  const other = new Process(async (own, upload) => {
    await own.progress(upload, 7)
    await own.finish(upload)
  })
  let isSaved = false
  const silent = new Process(async (own, upload) => {
    clockAt(3)
    await other.runAll()
    await own.progress(upload, 1)
    isSaved = true
  })
  await silent.runAll()
  expect([other.runs, isSaved]).toEqual([1, false])
  expect(await batch()).toMatchObject({ status: 'DONE', filesDone: 7 })
})

it('is gone on with at once after the portal was stopped in its middle', async () => {
  const stopped = new Process(async (own, upload) => {
    await own.progress(upload, 3)
    own.isStopping = true
  })
  await stopped.runAll()
  expect(await batch()).toMatchObject({ status: 'READING', filesDone: 3, lockedUntil: null })
  const next = new Process((own, upload) => own.finish(upload))
  await next.runAll()
  expect((await batch()).status).toBe('DONE')
})

it('is tried again after longer and longer pauses when an error of ours cuts it off, and then given up with a reason', async () => {
  const failing = new Process(async () => {
    throw new Error('The disk is full')
  })
  const tried: number[] = []
  for (let minute = 0; minute < 60; minute++) {
    clockAt(minute)
    const before = failing.runs
    await failing.runAll()
    if (failing.runs > before) tried.push(minute)
  }
  expect(tried).toHaveLength(4)
  expect(tried[3]! - tried[2]!).toBeGreaterThan(tried[1]! - tried[0]!)
  expect(await batch()).toMatchObject({
    status: 'FAILED',
    errorText: 'Something went wrong on our side: send it again.',
    lockedUntil: null,
  })
})

it('lets others pass while it waits for its next try', async () => {
  const second = await exampleRow(portal.db, coaBatch, { fileName: 'more.zip', status: 'READING', parts: [] })
  const work = new Process(async (own, upload) => {
    if (upload.id === id) throw new Error('The disk is full')
    await own.finish(upload)
  })
  await work.runAll()
  expect((await batch()).status).toBe('READING')
  expect((await portal.db('coa_batch').where('id', second.id).first()).status).toBe('DONE')
})

it('that cannot be read is given up at once, with the reason', async () => {
  const work = new Process(async () => {
    throw new UnreadableUpload('There is no file in it.')
  })
  await work.runAll()
  await work.runAll()
  expect(work.runs).toBe(1)
  expect(await batch()).toMatchObject({ status: 'FAILED', errorText: 'There is no file in it.' })
})
