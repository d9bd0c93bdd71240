/** @module-tag sql */
import { beforeAll, describe, expect, it } from 'vitest'
import { openApi } from '../../../api/derive/docs/openapi.ts'
import { now, today } from '../../../api/platform/clock.ts'
import { addDays, dayOf, instantOf } from '../../../resources/define/dates.ts'
import { daysOf } from '../../../resources/define/periods.ts'
import { may } from '../../../resources/define/rights.ts'
import { transporter } from '../../../resources/masters/transporter.ts'
import { reports } from '../../../resources/registry.ts'
import { roleCodes } from '../../../resources/roles.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { rowOfEachReport } from '../../support/mis/report-rows.ts'
import { personWith } from '../../support/people.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const described = openApi()
const portal = portalOfFile(demoPortal)
const admin = portal.person('sys_admin')
const auditor = portal.person('auditor')
beforeAll(async () => {
  await rowOfEachReport(portal)
})

const signIns = '/api/mis/login-logout-report'
const trail = '/api/mis/audit-log-report'

async function session(row: Record<string, unknown>): Promise<number> {
  const [id] = await portal.db('login_session').insert({
    loginId: 'ghost',
    loginAt: now(),
    lastSeenAt: now(),
    ip: '10.0.0.9',
    userAgent: 'Mozilla/5.0 AppleWebKit/537.36 Chrome/131.0 Safari/537.36 Edg/131.0',
    result: 'OK',
    rowVersion: 1,
    createdAt: now(),
    updatedAt: now(),
    ...row,
  })
  return id as number
}

describe.each(reports.map(report => [report.path, report] as const))('%s', (path, report) => {
  it('has every declared column, and is exported in both formats, which the audit trail records', async () => {
    const { status, body } = await auditor.get(`/api/${path}?$limit=1`)
    expect(status).toBe(200)
    expect(Object.keys(body.data[0])).toEqual(expect.arrayContaining(['id', ...Object.keys(report.fields)]))
    for (const format of ['csv', 'xlsx']) {
      const file = await auditor.get(`/api/export/${path}?format=${format}`)
      expect(file.status).toBe(200)
      const said = await portal.db('audit_entry').where({ action: 'EXPORT' }).orderBy('id', 'desc').first()
      expect(said.entity).toBe(report.name)
    }
  })

  it('is read by its roles alone and written by nobody', async () => {
    const [outsider] = roleCodes.filter(role => !may(report.access, role, 'R'))
    const rep = await personWith(portal, [outsider!])
    for (const address of [`/api/${path}`, `/api/${path}/1`, `/api/export/${path}?format=csv`])
      expect((await rep.get(address)).status, address).toBe(403)
    expect((await portal.nobody.get(`/api/${path}`)).status).toBe(401)
    // Readers get "cannot be written"; the auditor reads every report.
    expect((await auditor.post(`/api/${path}`, {})).status).toBe(405)
    expect((await auditor.patch(`/api/${path}/1`, {})).status).toBe(405)
    expect((await auditor.delete(`/api/${path}/1`)).status).toBe(405)
    expect((await auditor.get(`/api/history?resource=${path}&rowId=1`)).status).toBe(404)
  })

  it('is described in OpenAPI with its period, as read only', () => {
    const { paths, components } = described as { paths: Record<string, object>; components: { schemas: object } }
    const listed = paths[`/${report.path}`] as { get: { description: string } }
    expect(Object.keys(listed)).toEqual(['get'])
    if (report.period) expect(listed.get.description).toContain(report.period.field)
    const { properties } = (components.schemas as Record<string, { properties: object }>)[report.name]!
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(report.fields)))
    expect(properties).not.toHaveProperty('rowVersion')
  })

  it('sorts and filters by every column that it shows, but those that are worked out row by row', async () => {
    for (const name of report.list) {
      const { status, body } = await auditor.get(`/api/${path}?$sort[${name}]=1&${name}[$ne]=null&$limit=3`)
      if (report.workedOut?.includes(name))
        expect([status, body.message]).toEqual([400, expect.stringContaining('is worked out for the rows')])
      else expect(status, `${name} ${body.message}`).toBe(200)
    }
  })

  it.runIf(report.period)('covers at most 366 days, and opens with its default period', async () => {
    const { field, opens } = report.period!
    const [first, last] = daysOf(opens, today())
    const isDay = report.fields[field]!.kind === 'date'
    const from = (before: number) => (isDay ? addDays(today(), -before) : instantOf(addDays(today(), -before)))
    expect((await auditor.get(`/api/${path}?${field}[$gte]=${from(366)}`)).status).toBe(200)
    const far = await auditor.get(`/api/${path}?${field}[$gte]=${from(368)}`)
    expect([far.status, far.body.message]).toEqual([400, expect.stringContaining('at most 366 days')])
    const open = await auditor.get(`/api/${path}?${field}[$lte]=${from(0)}`)
    expect([open.status, open.body.message]).toEqual([400, expect.stringContaining('needs a first day')])
    const { body } = await auditor.get(`/api/${path}?$limit=500`)
    const dayIn = (row: Record<string, string>) => (isDay ? row[field]! : dayOf(row[field]!))
    expect(body.data.filter((row: Record<string, string>) => dayIn(row) < first || dayIn(row) > last)).toEqual([])
  })
})

it('a sign-in shows how it ended, from which browser, and how many minutes it lasted', async () => {
  const before = (minutes: number) => new Date(Date.parse(now()) - minutes * 60_000).toISOString()
  const closed = await session({ loginAt: before(50), logoutAt: before(5), logoutType: 'USER' })
  const idle = await session({ loginAt: before(700), lastSeenAt: before(600) })
  const open = await session({ loginAt: before(12) })
  const failed = await session({ result: 'BAD_PASSWORD' })
  const { body } = await admin.get(`${signIns}?loginId=ghost&$sort[id]=1`)
  const told = body.data.map((row: Record<string, unknown>) => [
    row.id,
    row.ended,
    row.minutes,
    row.browser,
    row.failed,
  ])
  expect(told).toEqual([
    [closed, 'USER', 45, 'Edge', false],
    [idle, 'IDLE', 100, 'Edge', false],
    [open, 'OPEN', 12, 'Edge', false],
    [failed, null, null, 'Edge', true],
  ])
  const wrong = await admin.get(`${signIns}?loginId=ghost&failed=true`)
  expect(wrong.body.data.map(({ id }: { id: number }) => id)).toEqual([failed])
  expect(wrong.body.total).toBe(1)
})

it('further rows are read after the key of the last one, whatever was added meanwhile', async () => {
  const first = (await admin.get(`${signIns}?loginId=ghost&$sort[id]=-1&$limit=2`)).body.data
  await session({})
  const next = (await admin.get(`${signIns}?loginId=ghost&$sort[id]=-1&$limit=2&id[$lt]=${first[1].id}`)).body.data
  expect(next).toHaveLength(2)
  expect(next[0].id).toBeLessThan(first[1].id)
})

it('a change is shown before and after in words, in the columns the reader may see', async () => {
  const keeper = await portal.as('master_admin')
  const changed = await exampleRow(portal.db, transporter, { pan: 'AAPFU0939F' })
  const { status, body: saved } = await keeper.patch(`/api/masters/transporter/${changed.id}`, {
    rowVersion: changed.rowVersion,
    name: 'Renamed Transporters',
    why: 'They merged',
  })
  expect(status, saved.message).toBe(200)
  const [entry, first] = (await auditor.get(`${trail}?entity=transporter&entityId=${changed.id}`)).body.data
  expect(entry).toMatchObject({ action: 'UPDATE', reason: 'They merged', texts: { actorId: expect.any(String) } })
  const { body } = await auditor.get(`${trail}/${entry.id}`)
  expect(body.change).toMatchObject({ path: 'masters/transporter', before: { name: changed.name } })
  expect(body.change.after.name).toBe('Renamed Transporters')
  const made = (await auditor.get(`${trail}/${first.id}`)).body.change.after
  expect(made).toMatchObject({ code: changed.code, pan: 'AAPFU****F' })
})
