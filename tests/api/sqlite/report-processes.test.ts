import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { READER_LEFT } from '../../../api/platform/reports/reading.ts'
import { TOO_LONG } from '../../../api/platform/sqlite/reading-threads.ts'
import { ReportProcesses } from '../../../api/platform/sqlite/report-processes.ts'
import { SqliteConnection } from '../../../api/platform/sqlite/sqlite-connection.ts'

const PATIENT = 60_000
/** Runs for as long as nobody ends it. */
const ENDLESS = {
  sql: 'with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) from n',
  bindings: [],
}
const ONE = { sql: 'select count(*) as total from small where id > ?', bindings: [0] }
const stays = new AbortController().signal

const filename = join(process.env.TEST_FOLDER!, `reports-${randomUUID()}.sqlite`)
let writer: SqliteConnection

beforeAll(() => {
  writer = new SqliteConnection(filename)
  writer.database.exec('create table small (id integer primary key); insert into small values (1), (2)')
})
afterAll(() => {
  writer.database.close()
  for (const end of ['', '-wal', '-shm']) rmSync(filename + end, { force: true })
})

async function withProcesses(work: (reports: ReportProcesses) => Promise<void>) {
  const reports = new ReportProcesses(filename)
  try {
    await work(reports)
  } finally {
    await reports.close()
  }
}

describe('A report of an embedded database', () => {
  it('is read beside the portal, sees what was committed, and changes nothing', () =>
    withProcesses(async reports => {
      expect(await reports.read(ONE, PATIENT, stays)).toMatchObject({ columns: ['total'], rows: [[2]] })
      const change = reports.read({ sql: 'delete from small', bindings: [] }, PATIENT, stays)
      await expect(change).rejects.toThrow('readonly')
    }))

  it('ends when its reader leaves, with its process, and the next is read', () =>
    withProcesses(async reports => {
      const [one, other, waiting] = [new AbortController(), new AbortController(), new AbortController()]
      const asked = [one, other, waiting].map(({ signal }) => reports.read(ENDLESS, PATIENT, signal))
      const told = Promise.allSettled(asked)
      const last = reports.read(ONE, PATIENT, stays)
      for (const reader of [waiting, one]) reader.abort()
      expect((await last).rows).toEqual([[2]])
      other.abort()
      expect((await told).map(end => (end as PromiseRejectedResult).reason.code)).toEqual(Array(3).fill(READER_LEFT))
      await expect(reports.read(ONE, PATIENT, one.signal)).rejects.toMatchObject({ code: READER_LEFT })
    }))

  it('ends when it takes too long, and lets no more wait than it should', () =>
    withProcesses(async reports => {
      await expect(reports.read(ENDLESS, 50, stays)).rejects.toMatchObject({ code: TOO_LONG })
      const asked = Array.from({ length: 103 }, () => reports.read(ENDLESS, PATIENT, stays))
      const told = Promise.allSettled(asked)
      await expect(asked[102]).rejects.toThrow('Too many')
      await reports.close()
      expect((await told).every(({ status }) => status === 'rejected')).toBe(true)
    }))

  it('leaves the writer alone', () =>
    withProcesses(async reports => {
      const reader = new AbortController()
      const long = [reports.read(ENDLESS, PATIENT, reader.signal), reports.read(ENDLESS, PATIENT, reader.signal)]
      const told = Promise.allSettled(long)
      writer.database.exec('insert into small values (3)')
      writer.database.exec('delete from small where id = 3')
      reader.abort()
      await told
    }))
})
