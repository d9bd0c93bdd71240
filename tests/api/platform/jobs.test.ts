/** @module-tag locks */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Knex } from 'knex'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { nightlyJobs } from '../../../api/nightly.ts'
import { now, setClock, today } from '../../../api/platform/clock.ts'
import { openDatabase } from '../../../api/platform/database.ts'
import { type NightlyJob, runDue } from '../../../api/platform/work/nightly.ts'
import { connectSap } from '../../../api/sap/sap-connection.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { withinSeconds } from '../../support/limits.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
let db: Knex
/** A knex whose every statement fails, as when the database goes away during a job. */
let gone: Knex

beforeAll(async () => {
  db = portal.db
  gone = openDatabase(portal.databaseUrl)
  // Without SAP its job would have nothing to ask.
  connectSap(gone, {} as never)
  await gone.destroy()
})

const told: { job?: string; message: string }[] = []
const log = {
  info() {},
  warn: (about: { job?: string }, message: string) => told.push({ job: about.job, message }),
  error: (about: { job?: string }, message: string) => told.push({ job: about.job, message }),
} as never

/** Every job runs after the last hour of the night, on a day of its own. */
let night = 0
const clockAt = (minutes: number) => {
  const start = Date.parse(`${addDays(realDay, night)}T00:30:00.000Z`)
  setClock(new Date(start + minutes * 60_000).toISOString())
}
const realDay = addDays(today(), 1)
beforeEach(() => {
  night += 1
  clockAt(0)
  told.length = 0
})
afterEach(() => setClock(null))

const lockOf = (name: string) => db('job_lock').where({ name }).first()
const all = () => nightlyJobs(portal, portal.db)

/** The job, with its work counted. */
function counted(job: NightlyJob) {
  const runs = { done: 0 }
  const work = async (on: Knex) => {
    const changed = await job.work(on)
    runs.done += 1
    return changed
  }
  return { runs, job: { ...job, work } }
}

describe.each(nightlyJobs({ home: '' }, undefined as never).map(({ name }) => name))('the job %s', name => {
  const find = () => all().find(job => job.name === name)!

  it('that fails is told, tried again after a pause, and done only then', async () => {
    const { job, runs } = counted(find())
    await runDue(db, log, [{ ...job, work: () => find().work(gone) }])
    expect(told).toEqual([{ job: name, message: 'A nightly job failed' }])
    const failed = await lockOf(name)
    expect(failed).toMatchObject({ lockedBy: null, tries: 1, problem: expect.stringMatching(/\w+/) })
    expect(failed.problem).not.toMatch(/select|update/i)
    expect(failed.doneAt === null || failed.doneAt < failed.lastRunAt).toBe(true)
    clockAt(0.5)
    await runDue(db, log, [job])
    expect(runs.done).toBe(0)
    clockAt('at' in job ? 6 : job.everyMinutes + 1)
    await Promise.all([runDue(db, log, [job]), runDue(db, log, [job])])
    expect(runs.done).toBe(1)
    expect(await lockOf(name)).toMatchObject({ problem: null, retryAt: null, doneAt: expect.any(String) })
    await runDue(db, log, [job])
    expect(runs.done).toBe(1)
  })
})

it(
  'jobs that were killed in their middle are taken over after their lease, and done once',
  async () => {
    const instant = `${addDays(realDay, night)}T00:30:00.000Z`
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, '../../support/killed-jobs.ts'), portal.databaseUrl],
      {
        env: { ...process.env, BILTY_NOW: instant },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    await once(child.stdout!, 'data', { signal: AbortSignal.timeout(withinSeconds(40)) })
    child.kill('SIGKILL')
    await once(child, 'exit')
    const jobs = all().map(counted)
    const names = jobs.map(({ job }) => job.name)
    const doneOf = () => jobs.map(({ runs }) => runs.done)
    const begun: string[] = await db('job_lock').whereIn('name', names).whereNotNull('lockedBy').pluck('name')
    expect(begun.sort()).toEqual([...names].sort())

    clockAt(2)
    for (const { job } of jobs) await runDue(db, log, [job])
    expect(doneOf()).toEqual(jobs.map(() => 0))

    clockAt(70)
    const beside = openDatabase(portal.databaseUrl)
    await Promise.all(
      [db, beside].map(on =>
        runDue(
          on,
          log,
          jobs.map(({ job }) => job),
        ),
      ),
    )
    expect(doneOf()).toEqual(jobs.map(() => 1))
    await beside.destroy()
    expect(told.filter(({ message }) => message.includes('cut off')).map(({ job }) => job)).toEqual(
      expect.arrayContaining(names),
    )
    for (const name of names) expect(await lockOf(name)).toMatchObject({ lockedBy: null, doneAt: expect.any(String) })
  },
  withinSeconds(90),
)

it('a job that always fails is tried five times in a night, with longer and longer pauses, and again the next night', async () => {
  const tries: number[] = []
  let minute = 0
  const job: NightlyJob = {
    name: 'always-fails',
    at: '04:00',
    work: async () => {
      tries.push(minute)
      throw new Error('The file is not there')
    },
  }
  for (; minute < 600; minute++) {
    clockAt(minute)
    await runDue(db, log, [job])
  }
  expect(tries).toEqual([0, 5, 15, 35, 75])
  expect(told.at(-1)).toEqual({ job: 'always-fails', message: 'A nightly job failed for today' })
  const admin = await portal.as('sys_admin')
  const { body } = await admin.get('/api/job-locks?name=always-fails')
  expect(body.data).toMatchObject([{ problem: 'The file is not there', tries: 5 }])
  night += 1
  minute = 0
  clockAt(0)
  await runDue(db, log, [job])
  expect(tries.length).toBe(6)
})

it('a job that works longer than its lease keeps it', async () => {
  const name = 'works-long'
  const beside = openDatabase(portal.databaseUrl)
  let runs = 0
  const job: NightlyJob = {
    name,
    at: '04:00',
    work: async () => {
      runs += 1
      for (let minute = 1; minute <= 12; minute++) {
        clockAt(minute)
        await vi.advanceTimersByTimeAsync(60_000)
        // The renewal is a statement of its own, which may still be on its way.
        await expect.poll(async () => (await lockOf(name)).lockedUntil > now()).toBe(true)
        await runDue(beside, log, [{ ...job, work: async () => ++runs }])
      }
      return 1
    },
  }
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    await runDue(db, log, [job])
  } finally {
    vi.useRealTimers()
  }
  expect(runs).toBe(1)
  await beside.destroy()
})
