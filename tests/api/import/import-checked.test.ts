import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { extend } from '../../../api/derive/extend.ts'
import { runImport } from '../../../api/derive/import/run-import.ts'
import type { Candidate } from '../../../api/derive/save/candidate.ts'
import { StagedRows } from '../../../api/derive/staging/staged-rows.ts'
import { setClock } from '../../../api/platform/clock.ts'
import type { ImportJob } from '../../../resources/platform/imports/import-job.ts'
import { customerSegment } from '../../../resources/settings/customer-segment.ts'
import { freshDatabase, type TestDatabase } from '../../support/database.ts'
import { importDesk, insert } from '../../support/imports.ts'

const PATH = 'settings/customer-segment'
const ROWS = 2_100

let database: TestDatabase
let desk: Awaited<ReturnType<typeof importDesk>>
let isRuleBroken = false
let asked = 0
const rule = async (_: unknown, candidates: Candidate[]) => {
  asked += candidates.length
  if (!isRuleBroken) return
  const broken = candidates.find(({ row }) => row.code === 'S7')
  broken?.faults.push({ field: 'name', code: 'RULE', message: 'Name is not allowed any more' })
}

beforeAll(async () => {
  database = await freshDatabase()
  desk = await importDesk(database.db, ['SYS_ADMIN', 'MASTER_ADMIN'])
  extend(customerSegment, { check: rule })
})
afterAll(async () => {
  desk.close()
  await database.close()
})
beforeEach(async () => {
  isRuleBroken = false
  await database.db('customer_segment').delete()
})
afterEach(() => setClock(null))

const line = (process: string) => ({ process, told: () => 0, onProgress: () => undefined })
const file = (name = 'Segment') =>
  `code,name\n${Array.from({ length: ROWS }, (_, n) => `S${n},${name} ${n}`).join('\n')}\n`
const step = (job: ImportJob, name: 'check' | 'commit', process = 'this') =>
  runImport(database.db, { home: desk.home, jobId: job.id, step: name }, line(process))
const jobOf = ({ id }: ImportJob): Promise<ImportJob> => database.db('import_job').where({ id }).first()
const waiting = () => readdirSync(join(desk.home, 'files')).filter(name => /staging|checked/.test(name))

async function checkedJob(name?: string): Promise<ImportJob> {
  const job = await desk.bring(PATH, file(name))
  await step(job, 'check')
  expect(waiting()).toHaveLength(1)
  return job
}

/** Saves a checked file; returns whether it was read again for that. */
async function isReadAgain(job: ImportJob, process?: string): Promise<boolean> {
  const read = vi.spyOn(StagedRows.prototype, 'addCells')
  await step(job, 'commit', process)
  const calls = read.mock.calls.length
  read.mockRestore()
  expect(waiting()).toEqual([])
  return calls > 0
}

const expectSaved = async (job: ImportJob, more = {}) => {
  expect(await jobOf(job)).toMatchObject({ status: 'DONE', rowsFailed: 0, ...more })
  const [{ n }] = (await database.db('audit_entry').where({ importJobId: job.id }).count({ n: '*' })) as [{ n: number }]
  expect(Number(n)).toBe(ROWS)
}

describe('a long file that was checked and is right', () => {
  it('is saved as it was checked, without being read again, and leaves nothing on the disk', async () => {
    const job = await checkedJob()
    expect(await isReadAgain(job)).toBe(false)
    await expectSaved(job, { rowsNew: ROWS })
    expect(await database.db('customer_segment').where('code', 'S7').first()).toMatchObject({ name: 'Segment 7' })
  })

  it('changes the rows that are there already', async () => {
    const first = await checkedJob()
    await step(first, 'commit')
    const job = await checkedJob('Renamed')
    expect(await isReadAgain(job)).toBe(false)
    await expectSaved(job, { rowsChanged: ROWS })
  })

  it('has every row asked of the rule of its master again, and none saved when the rule refuses one now', async () => {
    const job = await checkedJob()
    ;[asked, isRuleBroken] = [0, true]
    expect(await isReadAgain(job)).toBe(false)
    expect(asked).toBe(ROWS)
    const { status, rowsFailed, errorText } = await jobOf(job)
    expect({ status, rowsFailed }).toEqual({ status: 'VALIDATED', rowsFailed: 1 })
    expect(errorText).toContain('Nothing was saved: since the check one row has become wrong')
    expect(await database.db('customer_segment').first()).toBeUndefined()
    expect((await desk.errorsOf(job)).map(({ message }) => message)).toEqual(['Name is not allowed any more'])
  })

  it.each([
    ['another process saves it', async () => undefined, 'other'],
    ['a row of its master was changed', () => insert(database.db, 'customer-segment', [{ code: 'X', name: 'X' }])],
    [
      'a setting was changed',
      () => insert(database.db, 'app-setting', [{ key: 'upload.max_rows', value: '50000', valueType: 'INT' }]),
    ],
    [
      'its sender got another role',
      async () => {
        const [role] = await insert(database.db, 'role', [{ code: 'SALES_REP', name: 'Sales', userType: 'EMPLOYEE' }])
        const grant = { userId: desk.userId, roleId: role!.id, scopeType: 'ALL', validFrom: '2020-01-01' }
        await insert(database.db, 'assign-roles', [grant])
      },
    ],
    ['a day has passed', async () => setClock(() => new Date(Date.now() + 86_400_000).toISOString())],
  ] as [string, () => Promise<unknown>, string?][])('is read again when %s', async (_, meanwhile, process) => {
    const job = await checkedJob()
    await meanwhile()
    expect(await isReadAgain(job, process)).toBe(true)
    await expectSaved(job)
  })
})

it('does not wait on the disk where a row is wrong', async () => {
  const job = await desk.bring(PATH, `${file()}S7,Twice\n`)
  await step(job, 'check')
  expect(waiting()).toEqual([])
})
