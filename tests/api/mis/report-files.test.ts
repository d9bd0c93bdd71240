import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dropReportFiles } from '../../../api/mis/exports/report-file-work.ts'
import { now, secondsFromNow, setClock, today } from '../../../api/platform/clock.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { rowOfEachReport } from '../../support/mis/report-rows.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
let auditor: ApiClient
let clerk: ApiClient
let admin: ApiClient
/** The file that the first test made. */
let csvFile = 0
beforeAll(async () => {
  await rowOfEachReport(portal)
  auditor = await portal.as('auditor')
  clerk = await portal.as('csc_agent')
  admin = await portal.as('sys_admin')
})
afterAll(() => setClock(null))

const KEY = 'a'.repeat(32)
const YEAR = { orderDate: { $gte: addDays(today(), -365), $lte: today() } }
const YEAR_IN_ADDRESS = `orderDate[$gte]=${YEAR.orderDate.$gte}&orderDate[$lte]=${YEAR.orderDate.$lte}`
const ask = (who: ApiClient, more: object = {}) =>
  who.post('/api/my-report-files', { report: 'mis/orders', format: 'csv', columns: 'orderNo,grossValue', ...more })
const mine = async (who: ApiClient, id: number) =>
  (await who.get('/api/my-report-files')).body.find((file: { id: number }) => file.id === id)

async function made(who: ApiClient, more: object = {}): Promise<number> {
  const { status, body } = await ask(who, { filters: YEAR, ...more })
  expect(status, body.message).toBe(201)
  const isOver = async () => !['WAITING', 'WRITING'].includes((await mine(who, body.id))?.status)
  await expect.poll(isOver, { interval: 50 }).toBe(true)
  expect(await mine(who, body.id)).toMatchObject({ status: 'DONE', errorText: null })
  return body.id
}

it('a CSV file of a report holds rows alone; asked for it, it says below them for whom, as of when and how many', async () => {
  const { total } = (await auditor.get(`/api/mis/orders?$limit=1&$exact=true&${YEAR_IN_ADDRESS}`)).body
  const url = `/api/export/mis/orders?format=csv&columns=orderNo&${YEAR_IN_ADDRESS}`
  const { body } = await auditor.get(`${url}&about=true`)
  const [rows, about] = String(body).replace('\ufeff', '').split('\r\n\r\n') as [string, string]
  expect(rows.split('\r\n')).toHaveLength(total + 1)
  expect((await auditor.get(url)).body).toBe(`${rows}\r\n`)
  expect(about).toContain('Report,Orders')
  expect(about).toMatch(/Filter,Order date: \d\d-\d\d-\d{4} to \d\d-\d\d-\d{4}/)
  expect(about).toMatch(/Scope,"?The rows that .* may read, as Auditor/)
  expect(about).toMatch(/As of,\d\d-\d\d-\d{4} \d\d:\d\d/)
  expect(about).toContain(`Rows,${total}`)
})

it('names a customer in its filter only to whoever reads them', async () => {
  const [other] = (await auditor.get('/api/access-control/customer?$limit=1&$sort[id]=-1')).body.data
  const buyer = await portal.as('customer')
  const file = async (who: ApiClient) =>
    String((await who.get(`/api/export/mis/orders?format=csv&columns=orderNo&about=true&customerId=${other.id}`)).body)
  expect(await file(auditor)).toContain(other.name)
  expect(await file(buyer)).toContain(`No. ${other.id}`)
  expect(await file(buyer)).not.toContain(other.name)
})

it('a file that is made in the background has what the screen has, and is told by a mail with a link for a day', async () => {
  const id = await made(auditor)
  csvFile = id
  const { body } = await auditor.get(`/api/export/mis/orders?format=csv&columns=orderNo,grossValue&${YEAR_IN_ADDRESS}`)
  const file = await auditor.get(`/api/my-report-files/${id}/file`)
  expect(file.headers.get('content-disposition')).toContain(`orders-${today()}.csv`)
  const rowsIn = (text: unknown) => String(text).split('\r\n\r\n')[0]
  expect(rowsIn(file.body)).toBe(rowsIn(body))
  const job = await mine(auditor, id)
  expect(job).toMatchObject({ rowsDone: job.rowsTotal, errorText: null })
  expect(job.rowsTotal).toBeGreaterThan(0)
  // A day from when it was asked for, which may be a minute ago.
  const lasts = Date.parse(job.expiresAt) - Date.now()
  expect(lasts).toBeGreaterThan((24 * 60 - 2) * 60_000)
  expect(lasts).toBeLessThanOrEqual(24 * 60 * 60_000)
  const mail = await portal.db('message_log').where({ templateCode: 'REPORT_FILE_READY', ownerId: id }).first()
  expect(mail.body).toContain('/mis/orders?files=1')
  expect(mail.body).not.toContain('/file\n')
})

it('nobody else sees or gets it', async () => {
  const id = csvFile
  expect(await mine(clerk, id)).toBeUndefined()
  expect((await clerk.get(`/api/my-report-files/${id}/file`)).status).toBe(404)
  expect((await clerk.delete(`/api/my-report-files/${id}`)).status).toBe(404)
  expect((await admin.get(`/api/report-files/${id}`)).body).not.toHaveProperty('storageKey')
})

it('asks for the rights again when it is downloaded: with others, and a day later, it is not handed out', async () => {
  const id = csvFile
  const user = await portal.db('user').where('loginId', 'auditor').first('id')
  const grants = () => portal.db('assign_roles').where('userId', user.id)
  await grants().update({ scopeType: 'SBU', scopeRef: 'LS' })
  const refused = await (await portal.as('auditor')).get(`/api/my-report-files/${id}/file`)
  expect([refused.status, refused.body.message]).toEqual([
    403,
    'Your rights have changed since this file was made: make it again on the page of its report.',
  ])
  await grants().update({ scopeType: 'ALL', scopeRef: null })
  expect((await (await portal.as('auditor')).get(`/api/my-report-files/${id}/file`)).status).toBe(200)

  const { storageKey } = await portal.db('report_file').where({ id }).first('storageKey')
  expect(readdirSync(join(portal.home, 'files'))).toContain(storageKey)
  await portal
    .db('report_file')
    .where({ id })
    .update({ expiresAt: secondsFromNow(-1) })
  expect((await auditor.get(`/api/my-report-files/${id}/file`)).status).toBe(404)
  expect(await dropReportFiles(portal.db, portal.home)).toBe(1)
  expect(readdirSync(join(portal.home, 'files'))).not.toContain(storageKey)
  expect(await mine(auditor, id)).toBeUndefined()
})

it('is cancelled while it is made, and removed when it is', async () => {
  const at = now()
  const [{ id: userId }] = await portal.db('user').where('loginId', 'auditor').select('id')
  const waiting = { report: 'mis/orders', fileName: 'x.csv', format: 'csv', requestedById: userId, asked: '{}' }
  const row = { ...waiting, status: 'WRITING', rowsTotal: 9, rowsDone: 1, cancelRequested: 0, rowVersion: 1 }
  const lock = { lockedBy: 'another process', lockedUntil: secondsFromNow(600), createdAt: at, updatedAt: at }
  await portal.db('report_file').insert([1, 2, 3].map(() => ({ ...row, ...lock })))
  const open = (await auditor.get('/api/my-report-files')).body.filter(
    (file: { status: string }) => file.status === 'WRITING',
  )
  const full = await ask(auditor)
  expect([full.status, full.body.message]).toEqual([
    422,
    '3 of your files are in the making: wait for one, or cancel it',
  ])
  for (const file of open) expect((await auditor.delete(`/api/my-report-files/${file.id}`)).status).toBe(200)
  expect(await portal.db('report_file').where({ status: 'WRITING', cancelRequested: 1 }).pluck('id')).toHaveLength(3)
  await portal.db('report_file').where({ status: 'WRITING' }).delete()
  await writeFile(join(portal.home, 'files', KEY), 'rows')
  const [done] = await portal
    .db('report_file')
    .insert({ ...row, status: 'DONE', storageKey: KEY, createdAt: at, updatedAt: at }, 'id')
  expect((await auditor.delete(`/api/my-report-files/${done.id ?? done}`)).status).toBe(200)
  expect(readdirSync(join(portal.home, 'files'))).not.toContain(KEY)
})

it('refuses what it cannot make with a sentence, and notes nothing', async () => {
  const before = await portal.db('report_file').count({ rows: '*' })
  const said = async (who: ApiClient, more: object) => {
    const { status, body } = await ask(who, more)
    return [status, body.message]
  }
  expect(await said(auditor, { report: 'mis/nothing' })).toEqual([
    400,
    'report must be the path of a report, such as mis/orders',
  ])
  expect(await said(auditor, { format: 'docx' })).toEqual([400, 'Format must be one of xlsx, csv, pdf'])
  expect(await said(auditor, { filters: { colour: 'red' } })).toEqual([400, 'colour is not a field of Orders'])
  expect(await said(auditor, { filters: [1] })).toEqual([400, 'Filters must be an object'])
  expect((await said(auditor, { columns: 'secret' }))[0]).toBe(400)
  expect((await said(await portal.as('transporter'), {}))[0]).toBe(403)
  expect(await portal.db('report_file').count({ rows: '*' })).toEqual(before)
})

it('more than 20,000 rows are not sent while somebody waits, but counted', async () => {
  const sample = await portal.db('login_session').first()
  const rows = Array.from({ length: 20_001 }, () => ({ ...sample, id: undefined, loginAt: now() }))
  await portal.db.batchInsert('login_session', rows, 500)
  const counted = await auditor.get('/api/export/mis/login-logout-report?format=csv&check=true')
  expect(counted.body.rows).toBeGreaterThan(20_000)
  const file = await auditor.get('/api/export/mis/login-logout-report?format=csv')
  expect([file.status, file.body.message]).toEqual([
    400,
    'An export holds at most 20,000 rows: narrow the list with a filter',
  ])
})
