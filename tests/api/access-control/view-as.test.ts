import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endExpiredViews } from '../../../api/account/viewing.ts'
import { secondsFromNow, today } from '../../../api/platform/clock.ts'
import { coaDocument } from '../../../resources/coa/coa-document.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { pwcCollection } from '../../../resources/dispatches/collections/pwc-collection.ts'
import { invoice } from '../../../resources/dispatches/invoice.ts'
import { lr } from '../../../resources/dispatches/lr.ts'
import { paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { insert, uploadImport } from '../../support/imports.ts'
import { exampleOrderInput, idempotencyHeader } from '../../support/orders/example-order.ts'
import { capturedFor } from '../../support/payments/captured.ts'
import { personWith } from '../../support/people.ts'
import { type ApiClient, clientAt, demoPortal, portalBeside, type TestPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)

const idOf = async (loginId: string): Promise<number> => (await portal.db('user').where({ loginId }).first('id')).id
const look = async (admin: ApiClient, loginId: string, reason = 'sees no orders, he says') =>
  admin.post('/api/view-as', { userId: await idOf(loginId), reason })
const told = () => portal.db('audit_entry').where('action', 'LOGIN_ADMIN').orderBy('id')
const stop = (admin: ApiClient) => admin.delete('/api/view-as/now')

const api = new URL('../../../api/', import.meta.url)
/** The files of the server that answer with a file: no other sets the header, and each goes through the one gate. */
function partsThatOffer(): string[] {
  const sources = globSync('**/*.ts', { cwd: api }).map(
    name => [name, readFileSync(new URL(name, api), 'utf8')] as const,
  )
  const bare = sources.filter(([, text]) => text.includes("'Content-Disposition',")).map(([name]) => name)
  expect(bare).toEqual(['platform/http/offer-file.ts'])
  return sources
    .filter(([, text]) => /\bofferFile\(\s*ctx\b/.test(text) && !text.includes('function offerFile'))
    .map(([name]) => name)
    .sort()
}

describe('viewing the portal as another person', () => {
  it('shows that person’s rights and rows, and says so', async () => {
    const admin = await portal.as('sys_admin')
    const sees = (await (await portal.as('asha')).get('/api/orders?$limit=0')).body.total
    const { status, body } = await look(admin, 'asha')
    expect([status, body.name]).toEqual([201, (await portal.db('user').where('loginId', 'asha').first()).name])
    const me = (await admin.get('/api/me')).body
    expect(me.user.loginId).toBe('asha')
    expect(me.viewing).toMatchObject({ by: expect.any(String), until: body.until })
    expect((await admin.get('/api/orders?$limit=0')).body.total).toBe(sees)
    expect((await admin.get('/api/audit-entries')).status).toBe(403)
    await stop(admin)
    expect((await admin.get('/api/me')).body).toMatchObject({ user: { loginId: 'sys_admin' }, viewing: null })
  })

  it('refuses every change, action, import and export with a sentence, whatever that person may do', async () => {
    const admin = await portal.as('sys_admin')
    await look(admin, 'master_admin')
    const row = (await admin.get('/api/masters/transporter?$limit=1')).body.data[0]
    const says = /^You are viewing the portal as .+: nothing can be changed or exported. End the view first\.$/
    const written = () => portal.db('audit_entry').whereNot('action', 'REFUSED').count({ n: '*' })
    const before = await written()
    for (const refused of [
      await admin.post('/api/masters/transporter', {}),
      await admin.patch(`/api/masters/transporter/${row.id}`, { rowVersion: row.rowVersion, name: 'Mine' }),
      await admin.delete(`/api/masters/transporter/${row.id}`),
      await admin.post('/api/masters/transporter/actions', { action: 'endDate', rows: [] }),
      await admin.post('/api/import/masters/transporter', {}),
      await admin.post('/api/bulk/masters/transporter', {}),
      await admin.post('/api/layouts', { shortcuts: true }),
      await admin.post('/api/my-password', {}),
      await admin.delete('/api/my-sessions/others'),
      await look(admin, 'asha'),
      await admin.get('/api/export/masters/transporter?format=csv'),
      await admin.get('/api/export/masters/transporter?check=true'),
    ]) {
      expect(refused.status).toBe(403)
      expect(refused.body.message).toMatch(says)
      expect(refused.body.errors[0].code).toBe('VIEWING_AS')
    }
    expect(await written()).toEqual(before)
    await portal.runDue()
    const refusal = await portal.db('audit_entry').where('action', 'REFUSED').orderBy('id', 'desc').first()
    expect(refusal?.reason).toMatch(/ views the portal as .+ \(master_admin\); You are viewing the portal as /)
    await stop(admin)
    expect((await admin.get('/api/export/masters/products?format=csv')).status).toBe(200)
  })

  it('downloads no file from any route that offers one, though the person may have each', async () => {
    const person = await personWith(portal, ['MASTER_ADMIN', 'AUDITOR'], { loginId: 'takes-files' })
    const job = await uploadImport(portal, person, 'masters/nid', 'Code,Name\n')
    const asha = await portal.as('asha')
    const order = await asha.post('/api/orders', await exampleOrderInput(portal, asha), idempotencyHeader())
    const { id: orderId, poAttachmentId: fileId } = order.body
    const customerId = (await portal.db('customer').where('code', '100101').first('id')).id
    const annexureId = (await portal.db('customer_annexure').first('id')).id
    const { id: lrId } = await exampleRow(portal.db, lr, { plantId: (await portal.db('plant').first('id')).id })
    const { id: invoiceId } = await exampleRow(portal.db, invoice, {})
    const collection = await exampleRow(portal.db, pwcCollection, { collectorIdNo: '1234' })
    const paid = {
      idempotencyKey: 'key',
      requestHash: 'hash',
      status: 'SUCCESS',
      receiptNo: 'RC2627000001',
      paidAt: secondsFromNow(0),
    }
    const payment = await exampleRow(portal.db, paymentTransaction, { ...paid, gateway: 'PAYU' })
    await capturedFor(portal.db, payment)
    const runs = { object: 'CUSTOMER', trigger: 'MANUAL', status: 'OK' }
    const [run] = await insert(portal.db, 'sap-sync-run', [{ ...runs, startedAt: secondsFromNow(0) }])
    const { id: certificateId } = await exampleRow(portal.db, coaDocument, {
      ...{ visibility: 'PUBLIC', status: 'ACTIVE', attachmentId: fileId },
    })
    const orderDate = { $gte: addDays(today(), -30), $lte: today() }
    const ofReport = await person.post('/api/my-report-files', {
      ...{ report: 'mis/orders', format: 'csv', filters: { orderDate } },
    })
    const isMade = async () => (await portal.db('report_file').where('id', ofReport.body.id).first('status')).status
    await expect.poll(isMade, { interval: 50 }).toBe('DONE')
    /** What each part of the server that offers files is asked for. */
    const files: Record<string, string[]> = {
      'dispatches/collections/gate-pass.ts': [`pwc-collections/${collection.id}/gate-pass`],
      'dispatches/papers/serve-papers.ts': [
        `lrs/${lrId}/pdf`,
        `invoices/${invoiceId}/pdf`,
        `lr-papers/loading-list?ids=${lrId}`,
      ],
      'coa/serve.ts': [`coa/certificates/${certificateId}/file`],
      'derive/export/export.ts': ['export/masters/products?format=csv'],
      'derive/export/export-groups.ts': ['export-groups/mis/orders?by=sbuId&format=csv'],
      'derive/history/compare-file.ts': [
        'export/compare/masters/productwise-limit-price?from=2026-04-01&to=2026-08-14&format=csv',
      ],
      'derive/export/template.ts': ['templates/masters/sbu?format=csv'],
      'derive/import/serve-import.ts': [`imports/${job.body.id}/file`],
      'mis/exports/serve-report-files.ts': [`my-report-files/${ofReport.body.id}/file`],
      'mis/sales/price-list-pdf.ts': ['price-list-pdf'],
      'masters/serve.ts': [
        `sheets/customer-360?tab=orders&customerId=${customerId}`,
        `sheets/customer-annexure-view?annexureId=${annexureId}`,
      ],
      'orders/documents/order-pdf.ts': [`orders/${orderId}/pdf`],
      'payments/receipts/receipt-pdf.ts': [`payments/${payment.id}/receipt`],
      'files/attachments.ts': [`attachments/${fileId}/file`],
      'sap/sap-errors.ts': [`sheets/sap-errors?runId=${run!.id}`],
    }
    expect(Object.keys(files).sort()).toEqual(partsThatOffer())
    const paths = Object.values(files).flat()
    for (const path of paths) {
      const { status, headers } = await person.get(`/api/${path}`)
      expect([path, status, headers.get('content-disposition')]).toEqual([
        path,
        200,
        expect.stringContaining('filename'),
      ])
    }
    const admin = await portal.as('sys_admin')
    await look(admin, 'takes-files')
    for (const path of paths) {
      const { status, body, headers } = await admin.get(`/api/${path}`)
      const code = body.errors?.[0].code
      expect([path, status, code, headers.get('content-disposition')]).toEqual([path, 403, 'VIEWING_AS', null])
    }
    await stop(admin)
  })

  it('is for IT administrators, never as another administrator, themselves or a closed login, and needs a reason', async () => {
    const admin = await portal.as('sys_admin')
    await personWith(portal, ['SYS_ADMIN', 'AUDITOR'], { loginId: 'second-admin' })
    await personWith(portal, ['QA'], { loginId: 'closed-one' })
    await portal.db('user').where('loginId', 'closed-one').update({ isActive: 0 })
    expect((await look(await portal.as('master_admin'), 'asha')).status).toBe(403)
    for (const loginId of ['second-admin', 'sys_admin', 'closed-one']) {
      const { status, body } = await look(admin, loginId)
      expect([loginId, status, body.errors[0].field]).toEqual([loginId, 422, 'userId'])
    }
    expect((await look(admin, 'asha', ' ')).body.errors[0].field).toBe('reason')
    expect((await admin.post('/api/view-as', { userId: 999_999, reason: 'x' })).status).toBe(404)
    expect((await admin.post('/api/view-as', { userId: '1 or 1=1', reason: 'x' })).status).toBe(400)
    expect((await admin.get('/api/me')).body.user.loginId).toBe('sys_admin')
  })

  it('is recorded in the history with both names and the reason, at its start and end', async () => {
    const admin = await portal.as('sys_admin')
    const from = (await told()).length
    await look(admin, 'ravi', 'misses an approval')
    await stop(admin)
    const [begun, ended, ...more] = (await told()).slice(from)
    expect(more).toEqual([])
    const ids = { actorId: await idOf('sys_admin'), entity: 'user', entityId: await idOf('ravi') }
    expect(begun).toMatchObject({
      ...ids,
      reason: expect.stringMatching(/views the portal as .+ from now on: misses an/),
    })
    expect(ended).toMatchObject({
      ...ids,
      reason: expect.stringMatching(/views the portal as .+ no longer: they ended it/),
    })
  })

  it('records both names also for accesses in between', async () => {
    const admin = await portal.as('sys_admin')
    await look(admin, 'auditor')
    expect((await admin.get(`/api/access-explained?userId=${await idOf('asha')}`)).status).toBe(200)
    await stop(admin)
    const asked = await portal.db('audit_entry').where('action', 'EXPLAIN').orderBy('id', 'desc').first()
    expect(asked.actorId).toBe(await idOf('sys_admin'))
    expect(asked.reason).toMatch(/^.+ views the portal as .+ \(auditor\); What .+ \(asha\) may see$/)
  })

  it('ends by itself after half an hour, which is recorded once', async () => {
    const admin = await portal.as('sys_admin')
    const from = (await told()).length
    await look(admin, 'asha')
    await portal
      .db('login_session')
      .whereNotNull('viewAsUserId')
      .update({ viewAsUntil: secondsFromNow(-1) })
    const both = await Promise.all([admin.get('/api/me'), admin.get('/api/me')])
    for (const { body } of both) expect(body.user.loginId).toBe('sys_admin')
    const [, ended, ...more] = (await told()).slice(from)
    expect([ended.reason, more]).toEqual([expect.stringMatching(/30 minutes were over$/), []])
  })

  it('ends with the session, or at night when no request followed', async () => {
    const admin = await portal.as('sys_admin')
    const from = (await told()).length
    await look(admin, 'asha')
    await admin.delete('/api/authentication')
    const other = await portal.as('sys_admin')
    await look(other, 'asha')
    await portal
      .db('login_session')
      .whereNotNull('viewAsUserId')
      .update({ viewAsUntil: secondsFromNow(-1) })
    expect(await endExpiredViews(portal.db)).toBe(1)
    const reasons = (await told()).slice(from).map(({ reason }) => reason.split(': ').at(-1))
    expect(reasons).toEqual([expect.any(String), 'the session ended', expect.any(String), 'its 30 minutes were over'])
  })

  it('ends with the next request when the administrator loses that role, or the other person gains it', async () => {
    const changes = [
      (viewer: number) => portal.db('assign_roles').where({ userId: viewer }).update({ validTo: '2020-01-02' }),
      () => portal.db('user').where({ loginId: 'qa' }).update({ isActive: 0 }),
    ]
    for (const [index, change] of changes.entries()) {
      const loginId = `passing-${index}`
      const admin = await personWith(portal, ['SYS_ADMIN'], { loginId })
      await look(admin, 'qa')
      expect((await admin.get('/api/me')).body.user.loginId).toBe('qa')
      await change(await idOf(loginId))
      expect((await admin.get('/api/me')).body.user.loginId).toBe(loginId)
    }
    await portal.db('user').where({ loginId: 'qa' }).update({ isActive: 1 })
  })
})

describe('two processes on one database', () => {
  let other: TestPortal
  beforeAll(async () => {
    other = await portalBeside(portal)
  })
  afterAll(() => other.close())

  /** The same session at the other process. */
  const there = (who: ApiClient) => clientAt(other.url, who.token)

  it('both show the other person’s view, and both refuse changes', async () => {
    const admin = await portal.as('sys_admin')
    await look(admin, 'asha')
    expect((await there(admin).get('/api/me')).body.user.loginId).toBe('asha')
    expect((await there(admin).post('/api/orders', {})).body.errors[0].code).toBe('VIEWING_AS')
    await stop(there(admin))
    expect((await admin.get('/api/me')).body.user.loginId).toBe('sys_admin')
  })

  it('apply a change of roles from the next request on, whichever process wrote it', async () => {
    const admin = await portal.as('sys_admin')
    const person = await personWith(portal, ['QA'], { loginId: 'wandering' })
    const asks = async () => [
      (await person.get('/api/access-control/assign-roles?$limit=1')).status,
      (await there(person).get('/api/access-control/assign-roles?$limit=1')).status,
    ]
    expect(await asks()).toEqual([403, 403])
    const roleId = (await portal.db('role').where({ code: 'AUDITOR' }).first('id')).id
    const grant = { userId: await idOf('wandering'), roleId, scopeType: 'ALL', validFrom: today() }
    const given = await there(admin).post('/api/access-control/assign-roles', grant)
    expect(given.status).toBe(201)
    expect(await asks()).toEqual([200, 200])
    const rows = [{ id: given.body.id, rowVersion: given.body.rowVersion }]
    const gone = await admin.delete(`/api/access-control/assign-roles/${rows[0]!.id}`)
    expect(gone.status).toBe(200)
    expect(await asks()).toEqual([403, 403])
  })
})
