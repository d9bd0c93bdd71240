import { beforeAll, describe, expect, it } from 'vitest'
import { proposeHeading } from '../../../api/derive/sheets/sheet-heading.ts'
import { readSheet, type SheetRow } from '../../../api/derive/sheets/sheet-read.ts'
import { importFile, insert } from '../../support/imports.ts'
import { personWith } from '../../support/people.ts'
import { emptyPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const firstRow = (top: readonly SheetRow[]) => proposeHeading(top, () => false)

const portal = portalOfFile(emptyPortal)
const keeper = portal.person(at => personWith(at, ['SYS_ADMIN', 'MASTER_ADMIN', 'AUDITOR', 'PRICING_APPROVER']))
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

const download = async (path: string, asker = keeper) => {
  const response = await fetch(`${portal.url}/api/export/${path}`, {
    headers: asker.token ? { authorization: `Bearer ${asker.token}` } : {},
  })
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()), headers: response.headers }
}
const textOf = async (path: string) => (await download(path)).bytes.toString('utf8').replace('\ufeff', '')

describe('an export', () => {
  it('contains the rows of the list in its order, under the headings of the screen', async () => {
    const text = await textOf(
      'access-control/customer?format=csv&columns=code,isDistributor,drugLicenceValidTo,cityId&isDistributor=true',
    )
    expect(text).toBe('Customer code,Distributor,Drug licence valid to,City\r\n100002,Yes,2027-03-31,Aurangabad\r\n')
    const sorted = await textOf('access-control/customer?format=csv&columns=code&$sort[code]=-1')
    expect(sorted).toBe('Customer code\r\n100003\r\n100002\r\n100001\r\n')
  })

  it('escapes texts in CSV that a spreadsheet would compute', async () => {
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
    const rows = await Array.fromAsync((await readSheet(bytes, 100, firstRow)).rows)
    expect(rows[0]!.cells).toEqual(['=HYPERLINK("http://evil.example")', 0, null, false])
    expect(rows[1]!.cells).toEqual(['@SUM(1)', 0, { serial: 46477 }, true])
  })

  it.each(['csv', 'xlsx'])('changes nothing when it is imported again as %s', async format => {
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
      const job = await importFile(portal, keeper, path, bytes, { name: `again.${format}`, origin })
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

  it('distinguishes cities of one name by their state when the row has a city and no state', async () => {
    const file = 'employee_code,location_city_name\nE1,Aurangabad\n'
    const vague = await importFile(portal, keeper, 'access-control/employee', file)
    expect(vague).toMatchObject({ rowsFailed: 1 })
    const clear = await importFile(
      portal,
      keeper,
      'access-control/employee',
      'employee_code,location_city_name,location_gst_state_code\nE1,Aurangabad,09\n',
    )
    expect(clear).toMatchObject({ rowsFailed: 0, rowsSame: 1 })
  })

  it('is refused without the export right, and for unknown columns', async () => {
    expect((await download('access-control/customer', portal.nobody)).status).toBe(401)
    expect((await download('access-control/customer', await personWith(portal, ['SALES_REP']))).status).toBe(403)
    expect((await download('access-control/customer?columns=passwordHash')).status).toBe(400)
    expect((await download('access-control/customer?format=docx')).status).toBe(400)
    expect((await download('no/such')).status).toBe(404)
  })

  it('leaves out what the person may not read', async () => {
    const auditor = await personWith(portal, ['AUDITOR'])
    expect((await download('settings/user?format=csv&columns=passwordHash', auditor)).status).toBe(403)
    expect((await download('login-sessions?format=csv&columns=refreshTokenHash', auditor)).status).toBe(400)
    expect((await download('access-control/customer?format=csv&pan=AAPFU0939F', auditor)).status).toBe(400)
  })

  it('is recorded: who exported how many rows of which resource', async () => {
    await textOf('access-control/customer?format=csv')
    const entry = await portal.db('audit_entry').where('action', 'EXPORT').orderBy('id', 'desc').first()
    expect(entry).toMatchObject({ entity: 'customer' })
    expect(JSON.parse(entry.afterJson)).toMatchObject({ format: 'csv', rows: 3 })
  })
})

describe('two days of a dated master', () => {
  const days = 'from=2026-03-31&to=2026-05-01'
  const segment = 'masters/customer-segment-map'
  beforeAll(async () => {
    await insert(portal.db, 'sbu', [{ code: 'LSB', name: 'Life Sciences', salesOrg: '1000', division: '10' }])
    await insert(portal.db, 'customer-segment', [
      { code: 'A', name: 'Large' },
      { code: 'B', name: '=Small' },
    ])
    const row = (customerId: number, customerSegmentId: number, validFrom: string, validTo: string) => ({
      ...{ customerId, sbuId: 1, customerSegmentId, validFrom, validTo },
    })
    await insert(portal.db, 'customer-segment-map', [
      row(customerId, 1, '2025-04-01', '2026-03-31'),
      row(customerId, 2, '2026-04-01', '9999-12-31'),
      row(customerId + 1, 1, '2025-04-01', '2026-04-30'),
      row(customerId + 2, 1, '2026-04-15', '9999-12-31'),
    ])
  })

  it('differ by new, ended and changed rows, filtered like the list', async () => {
    const asked = async (more: string) => (await keeper.get(`/api/compare/${segment}?${days}${more}`)).body
    const { counts, total, data } = await asked('')
    expect({ counts, total }).toEqual({ counts: { ADDED: 1, CHANGED: 1, ENDED: 1 }, total: 3 })
    expect(data[0]).toMatchObject({
      kind: 'CHANGED',
      before: { customerSegmentId: 1 },
      after: { customerSegmentId: 2 },
    })
    expect((await asked('&$limit=1&$skip=1')).data).toMatchObject([{ kind: 'ENDED', after: null }])
    expect((await asked('&customerSegmentId=2')).counts).toEqual({ ADDED: 1, CHANGED: 0, ENDED: 0 })
    await portal.db('customer_segment_map').where('validFrom', '2026-04-15').update({ isActive: 0 })
    expect((await asked('')).counts.ADDED).toBe(0)
  })

  it('can be exported with a line for each field, in which no cell is computed', async () => {
    const lines = (await textOf(`compare/${segment}?${days}&format=csv`)).split('\r\n')
    expect(lines[0]).toBe('Change,Row,Field,On 31-03-2026,On 01-05-2026')
    expect(lines).toContainEqual(expect.stringMatching(/^Changed,.*,Customer segment,Large,'=Small$/))
    expect(lines.filter(line => line.startsWith('Ended,'))).toHaveLength(3)
    const { bytes } = await download(`compare/${segment}?${days}`)
    const rows = await Array.fromAsync((await readSheet(bytes, 100, firstRow)).rows)
    expect(rows).toHaveLength(lines.length - 2)
    const entry = await portal.db('audit_entry').where('action', 'EXPORT').orderBy('id', 'desc').first()
    expect(entry).toMatchObject({ entity: 'customer-segment-map' })
  })

  it('are refused when they are invalid, in the wrong order, or the resource is not dated', async () => {
    const status = async (path: string, asker = keeper) => (await asker.get(`/api/compare/${path}`)).status
    expect(await status(`${segment}?from=2026-04-01&to=2026-02-30`)).toBe(400)
    expect(await status(`${segment}?from=2026-04-01&to=2026-04-01`)).toBe(400)
    expect(await status(`${segment}?to=2026-04-01`)).toBe(400)
    expect(await status(`${segment}?${days}&nothing=1`)).toBe(400)
    expect(await status(`access-control/customer?${days}`)).toBe(404)
    expect(await status(`${segment}?${days}`, await personWith(portal, ['TRANSPORTER']))).toBe(403)
    const seesOnly = await personWith(portal, ['SALES_REP'])
    expect((await download(`compare/${segment}?${days}`, seesOnly)).status).toBe(403)
  })
})

describe('the history of a row', () => {
  it('shows every change, newest first, with the texts of references', async () => {
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

  it('leaves out fields and rows that the person may not see', async () => {
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
    expect((await keeper.get('/api/history?resource=access-control/customer&rowId=1 or 1')).status).toBe(400)
  })
})
