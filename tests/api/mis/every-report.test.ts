import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listRequest, readState } from '../../../admin/derive/list/list-state.ts'
import { narrowedTo } from '../../../admin/derive/report/drill-down.ts'
import { stringify } from '../../../admin/http/query-text.ts'
import { queryFrom } from '../../../admin/shell/query.ts'
import { today } from '../../../api/platform/clock.ts'
import { columnOf } from '../../../resources/columns.ts'
import { daysOf } from '../../../resources/define/periods.ts'
import type { GroupedRows } from '../../../resources/define/report.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { may } from '../../../resources/define/rights.ts'
import { groupTable } from '../../../resources/mis/group-table.ts'
import { ordersReport } from '../../../resources/mis/orders.ts'
import { reports } from '../../../resources/registry.ts'
import { type Role, roleCodes } from '../../../resources/roles.ts'
import { rowOfEachReport } from '../../support/mis/report-rows.ts'
import { type ApiClient, demoPortal, type TestPortal } from '../../support/portal.ts'

type Row = Record<string, string | number | boolean | null>

let portal: TestPortal
let auditor: ApiClient
const people = new Map<Role, ApiClient>()
beforeAll(async () => {
  portal = await demoPortal()
  for (const role of roleCodes) people.set(role, await portal.as(role.toLowerCase()))
  auditor = people.get('AUDITOR')!
  await rowOfEachReport(portal)
})
afterAll(() => portal.close())

const rowsOf = async (who: ApiClient, { path }: Resource, query = ''): Promise<Row[]> => {
  const { status, body } = await who.get(`/api/${path}?$limit=500${query}`)
  expect(status, body.message).toBe(200)
  expect(body.total).toBe(body.data.length)
  return body.data
}
const totalsOf = async (who: ApiClient, { path }: Resource, query = ''): Promise<Row> =>
  (await who.get(`/api/${path}?$limit=0&$totals=true${query}`)).body.totals
const groupsOf = async (who: ApiClient, { path }: Resource, by: string, query = ''): Promise<GroupedRows> => {
  const { status, body } = await who.get(`/api/report-groups?report=${path}&by=${by}${query}`)
  expect(status, body.message).toBe(200)
  return body
}
const sum = (rows: readonly Row[], name: string) => rows.reduce((all, row) => all + Number(row[name] ?? 0), 0)

// The audit trail grows with every file of these tests.
const still = reports.filter(({ name }) => name !== 'audit-log-report')
describe.each(still.map(report => [report.path, report] as const))('%s', (path, report) => {
  it('names columns that it has, by which it is grouped, averaged, divided and drawn', () => {
    for (const name of [...(report.groups ?? []), ...(report.grouped?.by ?? [])]) {
      expect(columnOf(report, name), name).toBeDefined()
      expect(['reference', 'choice', 'flag', 'date', 'text', 'number']).toContain(columnOf(report, name)!.field.kind)
    }
    for (const [name, ratio] of Object.entries(report.ratios ?? {}))
      for (const one of [name, ...ratio]) expect(report.fields[one], one).toBeDefined()
    for (const name of report.grouped?.by ?? []) expect(report.groups).toContain(name)
  })

  it('totals are the sums of its pages', async () => {
    const [rows, totals] = await Promise.all([rowsOf(auditor, report), totalsOf(auditor, report)])
    for (const name of report.totals) expect(totals[name], name).toBe(sum(rows, name))
    const pages = await Promise.all(
      [0, 1, 2].map(async page => (await auditor.get(`/api/${path}?$limit=1&$skip=${page}`)).body.data as Row[]),
    )
    expect(pages.flat().map(({ id }) => id)).toEqual(rows.slice(0, 3).map(({ id }) => id))
  })

  it.runIf(report.groups)('groups hold every row once, and their sums are those of the rows', async () => {
    const rows = await rowsOf(auditor, report)
    for (const by of report.groups!) {
      const grouped = await groupsOf(auditor, report, by)
      expect(grouped.rows, by).toBe(rows.length)
      expect(grouped.groups.reduce((all, group) => all + group.rows, 0)).toBe(rows.length)
      for (const name of report.totals) expect(grouped.figures[name], `${name} by ${by}`).toBe(sum(rows, name))
      const keys = grouped.groups.map(group => JSON.stringify(group.keys))
      expect(new Set(keys).size).toBe(keys.length)
    }
    const [first, second] = report.groups!
    if (!second) return
    const grouped = await groupsOf(auditor, report, `${first},${second}`)
    const table = groupTable(report, { by: [first!], across: second }, grouped)
    expect(table.totals.at(-1)).toBe(rows.length)
    expect(table.lines.reduce((all, line) => all + Number(line.figures.at(-1)), 0)).toBe(rows.length)
  })

  it.runIf(report.groups)(
    'a group opens exactly its rows, whose sums are its figures, on the link of the page',
    async () => {
      for (const by of report.groups!) {
        const { groups } = await groupsOf(auditor, report, by)
        const none = groups.find(({ keys }) => keys[0] === null)
        for (const { keys, rows, figures } of [...new Set([groups[0]!, ...(none ? [none] : [])])]) {
          const opened = readState(report, new URLSearchParams(`by=${by}`))
          const link = narrowedTo(report, opened, [{ name: by, value: keys[0]! }], today())
          const { filters, query } = listRequest(report, link, today())
          const asked = { ...queryFrom({ filters, pagination: { mode: 'off' } }), ...query, $limit: 0, $totals: true }
          const { status, body } = await auditor.get(`/api/${path}?${stringify(asked)}`)
          expect(status, body.message).toBe(200)
          expect(body.total, `${by} ${keys}`).toBe(rows)
          for (const name of report.totals) expect(body.totals[name], `${name} by ${by}`).toBe(figures[name])
        }
      }
    },
  )

  it('each filter narrows, to the rows that have the value', async () => {
    const rows = await rowsOf(auditor, report)
    for (const name of report.filters.filter(name => name in report.fields)) {
      const value = rows.find(row => row[name] !== null)?.[name]
      if (value === undefined || report.period?.field === name) continue
      const found = await rowsOf(auditor, report, `&${name}=${encodeURIComponent(String(value))}`)
      const fitting = rows.filter(row => row[name] === value)
      expect(found.map(({ id }) => id).sort(), name).toEqual(fitting.map(({ id }) => id).sort())
    }
  })

  it('its file has the rows of its list, in their order', async () => {
    const rows = await rowsOf(auditor, report)
    const { body } = await auditor.get(`/api/export/${path}?format=csv&check=true`)
    expect(body).toEqual({ rows: rows.length })
  })

  it('refuses a filter and a grouping that it does not have with a sentence', async () => {
    const foreign = await auditor.get(`/api/${path}?colour=red`)
    expect([foreign.status, foreign.body.message]).toEqual([400, `colour is not a field of ${report.title}`])
    const grouped = await auditor.get(`/api/report-groups?report=${path}&by=colour`)
    if (!report.groups) return expect(grouped.status).toBe(404)
    expect([grouped.status, grouped.body.message]).toEqual([400, `${report.title} cannot be grouped by colour`])
    const none = await auditor.get(`/api/report-groups?report=${path}&by=`)
    expect([none.status, none.body.message]).toEqual([400, 'Group by one or two different columns'])
  })

  it.runIf(report.groups)('is grouped by its readers alone, each of their own rows', async () => {
    for (const [role, person] of people) {
      const { status, body } = await person.get(`/api/report-groups?report=${path}&by=${report.groups![0]}`)
      if (!may(report.access, role, 'R')) {
        expect(status, role).toBe(403)
        continue
      }
      expect(status, `${role} ${body.message}`).toBe(200)
      const rows = await rowsOf(person, report)
      expect(body.rows, role).toBeLessThanOrEqual(rows.length)
      const file = await person.get(`/api/export-groups/${path}?by=${report.groups![0]}&format=csv&check=true`)
      expect([file.status, file.body.rows], role).toEqual([200, body.groups.length])
    }
  })
})

it('everybody finds the orders in the report that they find in the list of orders', async () => {
  const counted = ['DRAFT', 'REJECTED', 'DELETED', 'DEAD']
    .map((status, at) => `&status[$nin][${at}]=${status}`)
    .join('')
  for (const [role, person] of people) {
    if (!may(ordersReport.access, role, 'R')) continue
    const reported = await rowsOf(person, ordersReport)
    const [from] = daysOf('this-month', today())
    const { body } = await person.get(`/api/orders?$limit=500&orderDate[$gte]=${from}${counted}`)
    const ids = (rows: readonly Row[]) => rows.map(({ id }) => id).sort()
    expect(ids(reported), role).toEqual(ids(body.data))
  }
})

const ofOrders = still.filter(({ fields }) => 'orderId' in fields)

/** One from outside and one of our own people: a file takes longer than a page. */
const takeFiles: readonly Role[] = ['DISTRIBUTOR', 'SALES_REP']

/** The order numbers in the file of a report, in its order. */
async function ordersInFile(who: ApiClient, { path }: Resource): Promise<string[]> {
  const { status, body } = await who.get(`/api/export/${path}?format=csv&as=shown&columns=orderNo,sbuId`)
  expect(status, body.message).toBe(200)
  const lines = String(body).replace('\ufeff', '').split('\r\n\r\n')[0]!.trimEnd().split('\r\n').slice(1)
  return lines.map(line => line.slice(0, line.indexOf(',')))
}

it('nobody finds an order in a report, its file or its groups that they do not find in the list of orders', async () => {
  expect(ofOrders.length).toBeGreaterThan(12)
  for (const [role, person] of people) {
    const mayList = (await person.get('/api/orders?$limit=1')).status === 200
    for (const report of ofOrders.filter(({ access }) => may(access, role, 'R'))) {
      const rows = await rowsOf(person, report)
      if ('orderNo' in report.fields && takeFiles.includes(role) && may(report.access, role, 'X'))
        expect(await ordersInFile(person, report), `${role} in the file of ${report.path}`).toEqual(
          rows.map(({ orderNo }) => orderNo ?? ''),
        )
      const reported = new Set(rows.flatMap(({ orderId }) => orderId ?? []))
      const ids = [...reported].sort()
      if (!mayList || ids.length === 0) continue
      const asked = ids.map((id, at) => `&id[$in][${at}]=${id}`).join('')
      const { status, body } = await person.get(`/api/orders?$limit=500${asked}`)
      expect(status, body.message).toBe(200)
      expect(body.data.map(({ id }: Row) => id).sort(), `${role} in ${report.path}`).toEqual(ids)
    }
  }
})
