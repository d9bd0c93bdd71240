import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { askForCount, countSome, startCounting } from '../../../api/mis/facts/count-anew.ts'
import { orderDifferences, orderedBook } from '../../../api/mis/facts/order-differences.ts'
import { saleBook, saleDifferences } from '../../../api/mis/facts/sale-fact.ts'
import { compareBook } from '../../../api/platform/books.ts'
import { now, secondsFromNow, today } from '../../../api/platform/clock.ts'
import { isSqlite } from '../../../api/platform/database.ts'
import { createLog } from '../../../api/platform/log.ts'
import { countInProgress } from '../../../api/platform/reports/counting.ts'
import { reports, resourceNamed } from '../../../resources/registry.ts'
import { freshDatabase } from '../../support/database.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { withinSeconds } from '../../support/limits.ts'
import { rowOfEachReport } from '../../support/mis/report-rows.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
let auditor: ApiClient
beforeAll(async () => {
  await rowOfEachReport(portal)
  auditor = await portal.as('auditor')
})

const log = createLog({ logLevel: 'silent' })
const TABLES = ['sale_fact', 'order_fact', 'schedule_fact'] as const
const facts = () => Promise.all(TABLES.map(table => portal.db(table).orderBy('id').select('*')))
const progress = () => portal.db('facts_counted').first('isDone', 'invoicesUpTo', 'ordersUpTo')

/** As the migration of an upgrade that changes what facts hold, and the start after it. */
async function upgrade() {
  for (const table of [...TABLES, 'facts_counted']) await portal.db(table).delete()
  await askForCount(portal.db)
}

it('a portal that begins with no document has nothing to count, and one with documents counts them once', async () => {
  const fresh = await freshDatabase()
  await askForCount(fresh.db)
  expect(await fresh.db('facts_counted').first('isDone')).toEqual({ isDone: 1 })
  await fresh.close()
  await upgrade()
  expect(await progress()).toEqual({ isDone: 0, invoicesUpTo: 0, ordersUpTo: 0 })
  while (await countSome(portal.db));
  await askForCount(portal.db)
  expect(await progress()).toMatchObject({ isDone: 1 })
})

it('while it counts, every report that reads facts says how far it is instead of wrong figures, and the others answer', async () => {
  await upgrade()
  await countSome(portal.db, 3)
  const counting: string[] = []
  for (const { path, period } of reports.filter(report => !report.path.includes('feedback'))) {
    const { status, body } = await auditor.get(`/api/${path}?$limit=1`)
    if (status === 503) {
      expect([path, body.errors[0].code, body.message]).toEqual([
        path,
        'COUNTING',
        expect.stringMatching(/^Figures are being counted, \d+ % done: open the report again in some minutes$/),
      ])
      expect(body.data).toMatchObject({ done: expect.any(Number) })
      counting.push(path)
      if (!period) continue
      expect((await auditor.get(`/api/export/${path}?format=csv`)).status).toBe(503)
    } else expect([path, [200, 403].includes(status)]).toEqual([path, true])
  }
  expect(counting.sort()).toEqual(
    reports
      .filter(({ facts }) => facts)
      .map(({ path }) => path)
      .sort(),
  )
  expect(counting.length).toBeGreaterThan(5)
  for (const path of ['report-groups?report=mis/sales&by=sbuId', 'growth-bridge?report=mis/sales', 'dealerdash'])
    expect([path, (await auditor.get(`/api/${path}`)).status]).toEqual([path, 503])
  expect((await auditor.get('/api/orders?$limit=1')).status).toBe(200)
  // Nor does the night take what is not counted yet for a difference.
  expect([await compareBook(portal.db, saleBook), await compareBook(portal.db, orderedBook)]).toEqual([0, 0])
})

it('a file that meets a count says how far it is, lets others pass, and is made when the count is done', async () => {
  const { db } = portal
  const ask = async (report: string) => {
    const { status, body } = await auditor.post('/api/my-report-files', { report, format: 'csv', filters: {} })
    expect(status, body.message).toBe(201)
    return body.id as number
  }
  const stateOf = async (id: number) => {
    const files = (await auditor.get('/api/my-report-files')).body
    return files.find((file: { id: number }) => file.id === id)
  }
  const becomes = (id: number, state: object) =>
    expect.poll(() => stateOf(id), { timeout: withinSeconds(30), interval: 50 }).toMatchObject(state)
  while (await countSome(db));
  const id = await ask('mis/orders')
  await becomes(id, { status: 'DONE', errorText: null })
  // As it was before the portal of the release before stopped.
  await db('report_file').where({ id }).update({ status: 'WAITING', storageKey: null, rowsTotal: 0, rowsDone: 0 })
  await upgrade()
  await becomes(await ask('mis/login-logout-report'), { status: 'DONE' })
  await becomes(id, {
    status: 'WAITING',
    errorText: expect.stringMatching(
      /^Figures are being counted, \d+ % done: the file is made automatically afterwards$/,
    ),
  })
  while (await countSome(db));
  await db('report_file')
    .where({ id })
    .update({ lockedUntil: secondsFromNow(-1) })
  await becomes(await ask('mis/login-logout-report'), { status: 'DONE' })
  await becomes(id, { status: 'DONE', errorText: null })
  expect((await auditor.get(`/api/my-report-files/${id}/file`)).status).toBe(200)
})

it(
  'a count that is killed in its middle goes on where it was, and then everything is counted once and right',
  async () => {
    const { db } = portal
    await upgrade()
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, '../../support/mis/killed-count.ts'), portal.databaseUrl],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    let told = ''
    child.stdout!.on('data', text => {
      told += text
      if (told.split('\n').length > 2) child.kill('SIGKILL')
    })
    await once(child, 'exit', { signal: AbortSignal.timeout(withinSeconds(60)) })
    expect(told).not.toContain('all')
    const before = await progress()
    expect(before).toMatchObject({ isDone: 0 })
    expect(before.invoicesUpTo).toBeGreaterThan(0)
    // What is counted is not counted again: a row that was altered by hand stays altered.
    const counted = await db('sale_fact')
      .where('invoiceId', '<=', before.invoicesUpTo)
      .orderBy('id')
      .first('id', 'value')
    await db('sale_fact')
      .where({ id: counted.id })
      .update({ value: counted.value + 1 })
    const counter = startCounting(db, log)
    await expect.poll(() => countInProgress(db), { timeout: withinSeconds(50), interval: 50 }).toBeUndefined()
    await counter.stop()
    expect(await db('sale_fact').where({ id: counted.id }).first('value')).toEqual({ value: counted.value + 1 })
    await db('sale_fact').where({ id: counted.id }).update({ value: counted.value })
    expect([await saleDifferences(db), await orderDifferences(db)]).toEqual([[], []])
    expect(await db('job_lock').where({ name: 'count-facts' }).first('lockedBy', 'problem')).toEqual({
      lockedBy: null,
      problem: null,
    })
  },
  withinSeconds(120),
)

it('two processes that count at once leave nothing out, and what is saved meanwhile is counted', {
  tags: ['locks'],
}, async () => {
  const { db } = portal
  const right = await facts()
  await upgrade()
  const order = resourceNamed('order')
  const made = { orderDate: today(), status: 'CONFIRMED', statusSince: now() }
  const count = async () => {
    while (await countSome(db, 2));
  }
  const save = async () => {
    const { id: orderId } = await exampleRow(db, order, made)
    return exampleRow(db, resourceNamed('order-line'), { orderId, netValue: 12_345 })
  }
  const [line] = await Promise.all([save(), count(), count()])
  const own = await db('order_fact').where({ orderLineId: line.id }).first('netValue')
  expect(own).toEqual({ netValue: 12_345 })
  await db('order_fact').where({ orderLineId: line.id }).delete()
  expect(await facts()).toEqual(right)
})

it('a portal of the release before, which knows no ids of facts, is refused instead of writing a sale wrongly', async () => {
  const { db } = portal
  const [{ id: _, orderLineId: __, ...fact }] = await db('sale_fact').limit(1)
  // SQLite has one process, which is of one release.
  if (isSqlite(db)) return
  await expect(db('sale_fact').insert(fact)).rejects.toThrow(/doesn't have a default value/)
})
