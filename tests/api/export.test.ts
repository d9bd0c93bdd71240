import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSheet } from '../../api/derive/sheet-read.ts'
import { bringIn, insert } from '../support/imports.ts'
import { personWith } from '../support/people.ts'
import { type Asker, emptyPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let keeper: Asker
let customerId: number

const customer = (code: string, more = {}) => ({
  code,
  name: `Customer ${code}`,
  customerType: 'END_CUSTOMER',
  channelId: 1,
  address: '1, Estate Road',
  cityId: 1,
  stateId: 1,
  pincode: '400001',
  gstRegistrationType: 'UNREGISTERED',
  paymentTermsCode: 'Z030',
  creditLimit: 0,
  ...more,
})

beforeAll(async () => {
  portal = await emptyPortal()
  keeper = await personWith(portal, ['SYS_ADMIN', 'MASTER_ADMIN', 'AUDITOR', 'PRICING_APPROVER'])
  const { db } = portal
  await insert(db, 'channel', [{ code: '10', name: 'Direct' }])
  await insert(db, 'zone', [{ code: 'WEST', name: 'West' }])
  await insert(db, 'zone-area', [{ code: 'W1', name: 'West 1', zoneId: 1 }])
  await insert(db, 'state', [
    { gstStateCode: '27', name: 'Maharashtra', isoCode: 'IN-MH' },
    { gstStateCode: '09', name: 'Uttar Pradesh', isoCode: 'IN-UP' },
  ])
  await insert(db, 'state-city', [
    { stateId: 1, name: 'Aurangabad', zoneAreaId: 1 },
    { stateId: 2, name: 'Aurangabad', zoneAreaId: 1 },
  ])
  const rows = [
    customer('100001', { name: '=HYPERLINK("http://evil.example")', name2: "'+1" }),
    customer('100002', {
      name: '@SUM(1)',
      name2: '-2, "quoted"',
      drugLicenceValidTo: '2027-03-31',
      isDistributor: true,
    }),
    customer('100003', { name: '+91 98200 12345', cityId: 2, stateId: 2, creditLimit: 0 }),
  ]
  const made = await insert(db, 'customer', rows)
  customerId = made[0]!.id
  await insert(db, 'employee', [
    {
      employeeCode: 'E1',
      name: 'Asha',
      email: 'asha@company.example',
      mobile: '9820012345',
      designation: 'Sales',
      dateOfJoining: '2020-01-01',
      locationCityId: 2,
    },
  ])
})
afterAll(() => portal.close())

const download = async (path: string, asker = keeper) => {
  const response = await fetch(`${portal.url}/api/export/${path}`, {
    headers: asker.token ? { authorization: `Bearer ${asker.token}` } : {},
  })
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()), headers: response.headers }
}
const textOf = async (path: string) => (await download(path)).bytes.toString('utf8').replace('\ufeff', '')

describe('an export', () => {
  it('holds the rows of the list in its order, under the headings of the screen', async () => {
    const text = await textOf(
      'access-control/customer?format=csv&columns=code,isDistributor,drugLicenceValidTo,cityId&isDistributor=true',
    )
    expect(text).toBe('Customer code,Distributor,Drug licence valid to,City\r\n100002,Yes,2027-03-31,Aurangabad\r\n')
    const sorted = await textOf('access-control/customer?format=csv&columns=code&$sort[code]=-1')
    expect(sorted).toBe('Customer code\r\n100003\r\n100002\r\n100001\r\n')
  })

  it('makes texts inert that a spreadsheet would compute, in CSV', async () => {
    const text = await textOf('access-control/customer?format=csv&columns=name,name2&$sort[code]=1')
    expect(text.split('\r\n').slice(1, 4)).toEqual([
      `"'=HYPERLINK(""http://evil.example"")",''+1`,
      `'@SUM(1),"'-2, ""quoted"""`,
      `'+91 98200 12345,`,
    ])
  })

  it('keeps texts as texts and numbers as numbers in a workbook', async () => {
    const { bytes, headers } = await download(
      'access-control/customer?columns=name,creditLimit,drugLicenceValidTo,isDistributor&$sort[code]=1',
    )
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="customer-\d{4}-\d\d-\d\d\.xlsx"/)
    const { rows } = await readSheet(bytes, 100)
    expect(rows[0]!.cells).toEqual(['=HYPERLINK("http://evil.example")', 0, null, false])
    expect(rows[1]!.cells).toEqual(['@SUM(1)', 0, { serial: 46477 }, true])
  })

  it.each(['csv', 'xlsx'])('changes nothing when it is imported again, as %s', async format => {
    for (const path of [
      'access-control/customer',
      'access-control/employee',
      'masters/state-city',
      'masters/zone-area',
      'settings/zone',
    ]) {
      const { bytes, status } = await download(`${path}?format=${format}`)
      if (status === 403) continue
      const origin = path === 'access-control/customer' ? 'SAP' : 'PORTAL'
      const job = await bringIn(portal, keeper, path, bytes, { name: `again.${format}`, origin })
      expect(job, path).toMatchObject({
        status: 'VALIDATED',
        rowsNew: 0,
        rowsChanged: 0,
        rowsFailed: 0,
        unknownColumns: [],
      })
      expect(job.rowsSame).toBeGreaterThan(0)
    }
  })

  it('tells cities of one name apart by their state, where a row has a city and no state', async () => {
    const file = 'employee_code,location_city_name\nE1,Aurangabad\n'
    const vague = await bringIn(portal, keeper, 'access-control/employee', file)
    expect(vague).toMatchObject({ rowsFailed: 1 })
    const clear = await bringIn(
      portal,
      keeper,
      'access-control/employee',
      'employee_code,location_city_name,location_gst_state_code\nE1,Aurangabad,09\n',
    )
    expect(clear).toMatchObject({ rowsFailed: 0, rowsSame: 1 })
  })

  it('is refused beyond the right to take data out, and for columns nobody knows', async () => {
    expect((await download('access-control/customer', portal.nobody)).status).toBe(401)
    expect((await download('access-control/customer', await personWith(portal, ['SALES_REP']))).status).toBe(403)
    expect((await download('access-control/customer?columns=passwordHash')).status).toBe(400)
    expect((await download('access-control/customer?format=pdf')).status).toBe(400)
    expect((await download('no/such')).status).toBe(404)
  })

  it('leaves out what the person may not read', async () => {
    const auditor = await personWith(portal, ['AUDITOR'])
    expect((await download('settings/user?format=csv&columns=passwordHash', auditor)).status).toBe(403)
    expect((await download('login-sessions?format=csv&columns=refreshTokenHash', auditor)).status).toBe(400)
    expect((await download('access-control/customer?format=csv&pan=AAPFU0939F', auditor)).status).toBe(400)
  })

  it('is written down: who took how much of what', async () => {
    await textOf('access-control/customer?format=csv')
    const entry = await portal.db('audit_entry').where('action', 'EXPORT').orderBy('id', 'desc').first()
    expect(entry).toMatchObject({ entity: 'customer' })
    expect(JSON.parse(entry.afterJson)).toMatchObject({ format: 'csv', rows: 3 })
  })
})

describe('the history of a row', () => {
  it('tells every change, newest first, with what references stood for', async () => {
    const { body: row } = await keeper.get('/api/access-control/employee/1')
    expect(
      (await keeper.patch('/api/access-control/employee/1', { zoneId: 1, rowVersion: row.rowVersion })).status,
    ).toBe(200)
    const { body } = await keeper.get('/api/history?resource=access-control/employee&rowId=1')
    expect(body.data.map(({ action }: { action: string }) => action)).toEqual(['UPDATE', 'CREATE'])
    expect(body.data[0]).toMatchObject({
      before: { zoneId: null },
      after: { zoneId: 1 },
      texts: { before: {}, after: { zoneId: 'West' } },
    })
    expect(body.data[1].texts.after.locationCityId).toBe('Aurangabad')
  })

  it('leaves out what the person may not read, and rows he may not see', async () => {
    const { db } = portal
    await db('audit_entry').insert({
      at: '2026-01-01T00:00:00.000Z',
      action: 'UPDATE',
      entity: 'customer',
      entityId: customerId,
      beforeJson: '{"pan":"X","name":"A"}',
      afterJson: '{"pan":"Y","name":"B"}',
      source: 'UI',
      rowVersion: 1,
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
    })
    const auditor = await personWith(portal, ['AUDITOR'])
    const { body } = await auditor.get(`/api/history?resource=access-control/customer&rowId=${customerId}`)
    expect(body.data[0]).toMatchObject({ before: { name: 'A', pan: '****' }, after: { name: 'B', pan: '****' } })
    const rep = await personWith(portal, ['SALES_REP'])
    expect((await rep.get(`/api/history?resource=access-control/customer&rowId=${customerId}`)).status).toBe(404)
    expect((await portal.nobody.get(`/api/history?resource=access-control/customer&rowId=${customerId}`)).status).toBe(
      401,
    )
    expect((await keeper.get('/api/history?resource=access-control/customer&rowId=1 or 1')).status).toBe(404)
  })
})
