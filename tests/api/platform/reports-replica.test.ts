/** @module-tag sql */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import Koa from 'koa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nightlyJobs } from '../../../api/nightly.ts'
import { today } from '../../../api/platform/clock.ts'
import { readConfig } from '../../../api/platform/config.ts'
import { openDatabase } from '../../../api/platform/database.ts'
import { createLog } from '../../../api/platform/log.ts'
import { migrate } from '../../../api/platform/migrate.ts'
import { markReplica, openReports, readReports } from '../../../api/platform/reports/reports-database.ts'
import { order } from '../../../resources/orders/order.ts'
import { freshDatabase } from '../../support/database.ts'
import { createDatabase } from '../../support/databases/mariadb.ts'
import { type Replicated, startReplicated } from '../../support/databases/mariadb-replica.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { personWith } from '../../support/people.ts'
import { type ApiClient, portalOn, type TestPortal } from '../../support/portal.ts'

const onMariaDb = process.env.TEST_DATABASE === 'mariadb'

describe('REPORTS_DATABASE_URL', () => {
  const read = (env: Record<string, string>) => readConfig({ NODE_ENV: 'test', ...env }).reportsDatabaseUrl

  it('is refused in a sentence where it cannot be used, without repeating a password', () => {
    const url = 'mysql://reader:geheim@replica:3306/bilty'
    expect(read({ DATABASE_URL: 'mysql://u@h/bilty', REPORTS_DATABASE_URL: url })).toBe(url)
    expect(read({ DATABASE_URL: 'mysql://u@h/bilty' })).toBeNull()
    expect(() => read({ REPORTS_DATABASE_URL: url })).toThrow('an SQLite database, which has no replica: remove it')
    for (const wrong of ['reader:geheim@replica', 'mysql://reader:geheim@replica', 'sqlite:geheim.sqlite'])
      expect(() => read({ DATABASE_URL: 'mysql://u@h/bilty', REPORTS_DATABASE_URL: wrong })).toThrow(
        /^REPORTS_DATABASE_URL is not an address that is understood(?!.*geheim)/,
      )
  })
})

describe.runIf(onMariaDb)('Reports read from a replica', () => {
  let servers: Replicated
  let portal: TestPortal
  let auditor: ApiClient
  let db: Knex

  beforeAll(async () => {
    servers = await startReplicated()
    const url = await createDatabase(servers.primaryUrl, 'bilty')
    await migrate(url, createLog({ logLevel: 'silent' }))
    db = openDatabase(url)
    const database = { db, url, close: () => db.destroy() }
    portal = await portalOn(database, { REPORTS_DATABASE_URL: `${servers.replicaUrl}/bilty` })
    auditor = await personWith(portal, ['AUDITOR'])
  })
  afterAll(async () => {
    await portal?.close()
    await servers?.stop()
  })

  const orderNos = async () => {
    const { status, body } = await auditor.get('/api/mis/orders?orderDate[$gte]=2026-04-01&orderDate[$lte]=2026-04-30')
    expect(status, body.message).toBe(200)
    return { asOf: body.asOf, numbers: body.data.map(({ orderNo }: { orderNo: string }) => orderNo) }
  }
  const placed = (orderNo: string) =>
    exampleRow(db, order, { orderNo, draftNo: null, status: 'CONFIRMED', orderDate: '2026-04-10' })

  it('show what has reached it, and up to when that is', async () => {
    await placed('OR1')
    await markReplica(db)
    await servers.caughtUp()
    const { asOf: marked, numbers } = await orderNos()
    expect(numbers).toEqual(['OR1'])
    expect(marked).toBe((await db('replica_mark').first('at')).at)

    await servers.pauseReplica()
    await placed('OR2')
    await pause(5)
    await markReplica(db)
    expect(await orderNos()).toEqual({ asOf: marked, numbers: ['OR1'] })
    const { body: groups } = await auditor.get(
      '/api/report-groups?report=mis/orders&by=status&orderDate[$gte]=2026-04-01&orderDate[$lte]=2026-04-30',
    )
    expect(groups).toMatchObject({ rows: 1, asOf: marked })

    await servers.resumeReplica()
    await servers.caughtUp()
    const later = await orderNos()
    expect(later.numbers).toEqual(['OR2', 'OR1'])
    expect(later.asOf > marked).toBe(true)
  })

  it('fill files, too, though the order for a file has not reached it', async () => {
    const april = { $gte: '2026-04-01', $lte: '2026-04-30' }
    await servers.caughtUp()
    const { total } = (await auditor.get('/api/mis/orders?orderDate[$gte]=2026-04-01&orderDate[$lte]=2026-04-30')).body
    await servers.pauseReplica()
    await placed('OR3')
    const asked = { report: 'mis/orders', format: 'csv', columns: 'orderNo', filters: { orderDate: april } }
    const { status, body } = await auditor.post('/api/my-report-files', asked)
    expect(status, body.message).toBe(201)
    const file = async () =>
      (await auditor.get('/api/my-report-files')).body.find(({ id }: { id: number }) => id === body.id)
    await expect.poll(async () => (await file()).status).toBe('DONE')
    expect(await file()).toMatchObject({ rowsTotal: total })
    await servers.resumeReplica()
  })

  it('are mailed with the figures of the replica, and everything else of the mail is in the database', async () => {
    const reading = openReports(
      db,
      readConfig({
        NODE_ENV: 'test',
        DATABASE_URL: portal.databaseUrl,
        REPORTS_DATABASE_URL: `${servers.replicaUrl}/bilty`,
      }),
    )
    const query = 'f.orderDate=between.2026-04-01~2026-04-30'
    const asked = { report: 'mis/orders', name: 'April', query, frequency: 'DAILY', readers: [] }
    const { status, body } = await auditor.post('/api/my-report-schedules', asked)
    expect(status, body.message).toBe(201)
    await db('report_schedule').where({ id: body.id }).update({ nextOn: today() })
    await servers.caughtUp()
    const { length } = (await orderNos()).numbers
    await servers.pauseReplica()
    await placed('OR4')
    const job = nightlyJobs({ home: '' }, reading).find(({ name }) => name === 'reports-by-mail')!
    expect(await job.work(db)).toBe(1)
    expect(await db('report_mailing').where({ scheduleId: body.id }).pluck('rowCount')).toEqual([length])
    await servers.resumeReplica()
    await reading.destroy()
  })

  it('say so in a sentence while it does not answer, and everything else goes on', async () => {
    const lost = { db, url: portal.databaseUrl, close: async () => undefined }
    const other = await portalOn(lost, {
      REPORTS_DATABASE_URL: 'mysql://root@127.0.0.1:1/bilty',
      BILTY_SECRET: portal.secret,
    })
    const { token } = auditor
    const ask = (path: string) =>
      fetch(`${other.url}${path}`, { headers: { authorization: `Bearer ${token}` } }).then(async answer => ({
        status: answer.status,
        body: (await answer.json()) as { message: string },
      }))
    const refused = await ask('/api/mis/orders')
    expect(refused.status).toBe(503)
    expect(refused.body.message).toContain('Reports are read from a copy of the database that does not answer just now')
    expect((await ask('/api/orders')).status).toBe(200)
    await other.close()
  })
})

describe.runIf(onMariaDb)('A report whose reader leaves', () => {
  it('is ended on the server', async () => {
    const database = await freshDatabase()
    const config = readConfig({ NODE_ENV: 'test', DATABASE_URL: database.url })
    const reading = openReports(database.db, config)
    const app = new Koa()
    let ended: unknown
    app.use(readReports(path => path === '/report', null))
    app.use(async () => {
      ended = await reading.raw('select sleep(50) as slept').catch(error => error.code)
    })
    app.on('error', () => undefined)
    const server = app.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const reader = new AbortController()
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/report`
    const asked = fetch(url, { signal: reader.signal }).catch(error => error.name)
    const running = async () => {
      const [[{ total }]] = await database.db.raw(
        "select count(*) as total from information_schema.processlist where info like 'select sleep(50)%' and db = database()",
      )
      return total
    }
    await expect.poll(running).toBe(1)
    reader.abort()
    expect(await asked).toBe('AbortError')
    await expect.poll(() => ended).toBe('READER_LEFT')
    expect(await running()).toBe(0)
    server.close()
    await reading.destroy()
    await database.close()
  })
})
