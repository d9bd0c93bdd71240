/** @module-tag sql */
import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listRequest, readState } from '../../../admin/derive/list/list-state.ts'
import { narrowedTo } from '../../../admin/derive/report/drill-down.ts'
import { type ApiRow, labelOfOption, readOptionsAs, readTitlesOf, valueText } from '../../../admin/derive/value-text.ts'
import { stringify } from '../../../admin/http/query-text.ts'
import { queryFrom } from '../../../admin/shell/query.ts'
import { behaviourOf } from '../../../api/derive/extend.ts'
import { secondsFromNow, setClock, today } from '../../../api/platform/clock.ts'
import { columnOf } from '../../../resources/columns.ts'
import type { Field } from '../../../resources/define/fields.ts'
import { daysOf } from '../../../resources/define/periods.ts'
import type { GroupedRows } from '../../../resources/define/report.ts'
import type { Grouping, Resource } from '../../../resources/define/resource.ts'
import { may } from '../../../resources/define/rights.ts'
import { cellText } from '../../../resources/define/sheet/sheet.ts'
import { type GroupTable, groupTable } from '../../../resources/mis/group-table.ts'
import { ordersReport } from '../../../resources/mis/orders/orders.ts'
import { reports, resources } from '../../../resources/registry.ts'
import { type Role, roleCodes } from '../../../resources/roles.ts'
import { download } from '../../support/files.ts'
import { asInCsv, asOneColumnEach, linesOfCsv, rowsOfWorkbook } from '../../support/mis/report-file.ts'
import { rowOfEachReport } from '../../support/mis/report-rows.ts'
import { personWith } from '../../support/people.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

type Row = Record<string, string | number | boolean | null>

readTitlesOf(resources)

const portal = portalOfFile(demoPortal)
let auditor: ApiClient
/** Takes the workbooks: one person may download 200 files in ten minutes. */
let downloader: ApiClient
const people = new Map<Role, ApiClient>()
beforeAll(async () => {
  for (const role of roleCodes) people.set(role, await portal.as(role.toLowerCase()))
  auditor = people.get('AUDITOR')!
  downloader = await personWith(portal, ['AUDITOR'])
  await rowOfEachReport(portal)
  const { body } = await auditor.get('/api/mis/audit-log-report?$limit=1&$skip=300')
  ofTrail = `&at[$gte]=${body.data[0].at}&at[$lte]=${new Date().toISOString()}`
  // Hours of waiting are compared between two answers: they must not grow between them. What is done meanwhile is no part of
  // the trail that is asked for.
  setClock(secondsFromNow(1))
})
afterAll(() => setClock(null))

/** The audit trail grows with every file of these tests: it is asked for some of what was there before. */
let ofTrail = ''
const steady = ({ name }: Resource) => (name === 'audit-log-report' ? ofTrail : '')

const thisYear = (report: Resource) => {
  if (!report.period) return ''
  const state = readState(report, new URLSearchParams(`f.${report.period.field}=within.this-fy`))
  return `&${stringify(queryFrom({ ...listRequest(report, state, today()), sorters: [], pagination: { mode: 'off' } }))}`
}

/** What was asked before is not asked again: nothing of it changes while these tests run. */
function askedOnce<Answer>(ask: (who: ApiClient, report: Resource, query?: string) => Promise<Answer>): typeof ask {
  const answers = new Map<string, Promise<Answer>>()
  return (who, report, query = '') => {
    const key = `${who.token} ${report.path} ${query}`
    const answer = answers.get(key) ?? ask(who, report, query)
    answers.set(key, answer)
    return answer
  }
}

const rowsOf = askedOnce(async (who: ApiClient, report: Resource, query = ''): Promise<Row[]> => {
  const { status, body } = await who.get(`/api/${report.path}?$limit=500${steady(report)}${query}`)
  expect(status, body.message).toBe(200)
  expect(body.total).toBe(body.data.length)
  return body.data
})
const totalsOf = async (who: ApiClient, { path }: Resource, query = ''): Promise<Row> =>
  (await who.get(`/api/${path}?$limit=0&$totals=true${query}`)).body.totals
const groupsOf = askedOnce(async (who: ApiClient, { path }: Resource, by = ''): Promise<GroupedRows> => {
  const { status, body } = await who.get(`/api/report-groups?report=${path}&by=${by}`)
  expect(status, body.message).toBe(200)
  return body
})
const sum = (rows: readonly Row[], name: string) => rows.reduce((all, row) => all + Number(row[name] ?? 0), 0)

/** Columns of a report in an order of their own, with those that its list does not show, as far as they are answered. */
const columnsSeen = (report: Resource, [first]: readonly ApiRow[]): string[] => {
  const names = Object.keys(report.fields).filter(name => !['json', 'file'].includes(report.fields[name]!.kind))
  const further = report.filters.filter(name => name.includes('.') && columnOf(report, name)!.shown)
  return [...names.toReversed(), ...further].filter(name => first !== undefined && name in first)
}

/** Asks for these columns besides those that are always answered. */
const selecting = (names: readonly string[]) => ['*', ...names].map((name, at) => `&$select[${at}]=${name}`).join('')

/** What a person narrowed and sorted the screen by: a column through a reference, a value, and an order. */
async function seenIn(who: ApiClient, report: Resource, period: string): Promise<string> {
  const { data } = (await who.get(`/api/${report.path}?$limit=500${period}`)).body
  const further = report.filters.filter(name => name.includes('.') && columnOf(report, name)!.shown)
  const narrow = report.filters.find(
    name => name in report.fields && name !== report.period?.field && data[0]?.[name] !== undefined,
  )
  const value = narrow && data.at(-1)?.[narrow]
  const kept = value === null || value === undefined ? '' : `&${narrow}=${encodeURIComponent(String(value))}`
  const sortable = report.list.filter(name => name in (data[0] ?? {}) && !report.workedOut?.includes(name))
  const number = sortable.find(name => columnOf(report, name)!.field.kind === 'number')
  const order = number ? `&$sort[${number}]=-1&$sort[id]=1` : '&$sort[id]=-1'
  // Those who buy do not read where our people place them.
  return `${period}${kept}${order}${who === auditor ? selecting(further) : ''}`
}

/** A number as a file has it: paise as rupees; weights and quantities without the zeros at their end. */
function decimals({ kind, scale = 0 }: Field, value: unknown): string {
  if (kind !== 'number' || typeof value !== 'number') return String(value ?? '')
  const text = (value / 10 ** scale).toFixed(scale)
  return scale > 2 ? text.replace(/\.?0+$/, '') : text
}

/** What a file promises of a cell: words as on the screen, numbers as plain decimals, days and moments as ISO on the Indian clock. */
function promised(field: Field, row: ApiRow, name: string): string {
  const value = row[name]
  if (value === null || value === undefined || value === '') return ''
  if (field.kind === 'number') return decimals(field, value)
  if (field.kind === 'date') return String(value)
  if (field.kind === 'instant')
    return new Date(Date.parse(String(value)) + 330 * 60_000)
      .toISOString()
      .replace('T', ' ')
      .replace(/(\.000)?Z$/, '')
  return field.kind === 'reference' ? (row.texts?.[name] ?? '') : valueText(field, value)
}

const named = (all: readonly Resource[]) => all.map(report => [report.title, report.path, report] as const)
describe.each(named(reports))('%s at %s', (_, path, report) => {
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
    const page = (at: number) => auditor.get(`/api/${path}?$limit=1&$skip=${at}${steady(report)}`)
    const pages = await Promise.all([0, 1, 2].map(async at => (await page(at)).body.data as Row[]))
    expect(pages.flat().map(({ id }) => id)).toEqual(rows.slice(0, 3).map(({ id }) => id))
  })

  it('each filter narrows, to the rows that have the value', async () => {
    // What may be several of a row is filtered by, and shown by none.
    const names = report.filters.filter(name => columnOf(report, name)!.shown)
    const rows = await rowsOf(auditor, report, selecting(names))
    for (const name of names) {
      const value = rows.find(row => row[name] !== null)?.[name]
      if (value === undefined) continue
      const asked = encodeURIComponent(String(value))
      const isPeriod = report.period?.field === name
      const query = isPeriod ? `&${name}[$gte]=${asked}&${name}[$lte]=${asked}` : `&${name}=${asked}${steady(report)}`
      const { status, body } = await auditor.get(`/api/${path}?$limit=500${query}`)
      expect([status, body.message], name).toEqual([200, undefined])
      const ids = (all: readonly Row[]) => all.map(({ id }) => id).sort()
      const besides = isPeriod && report.period?.besides
      const fitting = rows.filter(row => row[name] === value || (besides && row[besides] === true))
      expect(ids(body.data), name).toEqual(ids(fitting))
    }
  })

  it('its files, CSV and XLSX, have exactly the cells of the screen: its columns, rows and order, in words and decimals', async () => {
    for (const [who, userType] of [
      [auditor, 'EMPLOYEE'],
      [people.get('CUSTOMER')!, 'CUSTOMER'],
    ] as const) {
      const role = userType === 'CUSTOMER' ? 'CUSTOMER' : 'AUDITOR'
      if (!may(report.access, role, 'X')) continue
      const query = await seenIn(who, report, role === 'CUSTOMER' ? thisYear(report) : steady(report))
      const seen = await who.get(`/api/${path}?$limit=500${query}`)
      expect([seen.status, seen.body.message], role).toEqual([200, undefined])
      const { data } = seen.body
      if (role === 'AUDITOR')
        expect(
          data,
          'where the demo company has no row, rowOfEachReport of tests/support/mis/report-rows.ts writes one',
        ).not.toEqual([])
      const columns = columnsSeen(report, data)
      const csv = await who.get(`/api/export/${path}?format=csv&as=shown&columns=${columns.join()}${query}`)
      expect([csv.status, csv.body.message]).toEqual([200, undefined])
      const file = linesOfCsv(csv.body)
      if (data.length > 0) expect(file[0]).toEqual(columns.map(name => columnOf(report, name)!.label))
      readOptionsAs(userType)
      const cells = data.map((row: ApiRow) => columns.map(name => promised(columnOf(report, name)!.field, row, name)))
      expect(file.slice(1)).toEqual(cells)
      const asked = `/api/export/${path}?format=xlsx&as=shown&columns=${columns.join()}${query}`
      const { bytes } = await download(portal, who === auditor ? downloader : who, asked)
      const [heads, ...sheet] = asOneColumnEach(await rowsOfWorkbook(bytes), file[0]!)
      if (data.length > 0) expect(heads).toEqual(file[0])
      const fields = columns.map(name => columnOf(report, name)!.field)
      expect(sheet.map(row => fields.map((field, at) => asInCsv(field, row[at])))).toEqual(cells)
    }
  })

  it('counts the rows of its file beforehand', async () => {
    const rows = await rowsOf(auditor, report)
    const { body } = await auditor.get(`/api/export/${path}?format=csv&check=true${steady(report)}`)
    expect(body).toEqual({ rows: rows.length })
  })

  it('refuses a filter and a grouping that it does not have with a sentence', async () => {
    const foreign = await auditor.get(`/api/${path}?colour=red`)
    expect([foreign.status, foreign.body.message]).toEqual([400, `colour is not a field of ${report.title}`])
    const grouped = await auditor.get(`/api/report-groups?report=${path}&by=colour`)
    if (!report.groups) return expect(grouped.status).toBe(404)
    expect([grouped.status, grouped.body.message]).toEqual([400, `${report.title} cannot be grouped by colour`])
    const none = await auditor.get(`/api/report-groups?report=${path}&by=`)
    expect([none.status, none.body.message]).toEqual([400, 'Grouping is required'])
  })
})

const groupable = reports.filter(({ groups }) => groups)
describe.each(named(groupable))('%s at %s by groups', (_, path, report) => {
  it('groups hold every row once, and their sums are those of the rows', async () => {
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

  it('a group opens exactly its rows, whose sums are its figures, on the link of the page', async () => {
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
  })

  it('is grouped by its readers alone, each of their own rows', async () => {
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

  it('its files by groups, CSV and XLSX, have exactly the cells of its table', async () => {
    readOptionsAs('EMPLOYEE')
    const [first, second] = report.groups!
    const groupings: Grouping[] = [
      { by: [first!] },
      ...(second ? [{ by: [first!, second] }, { by: [second], across: first! }] : []),
      ...(report.grouped ? [report.grouped] : []),
    ]
    for (const { by, across, of } of groupings) {
      const names = [...by, ...(across ? [across] : [])].join()
      const table = groupTable(report, { by, across, of }, await groupsOf(auditor, report, names), labelOfOption)
      const asked = `by=${by}${across ? `&across=${across}` : ''}${of ? `&of=${of}` : ''}`
      const { status, body } = await auditor.get(`/api/export-groups/${path}?${asked}&format=csv`)
      expect([status, body.message]).toEqual([200, undefined])
      const heads = [...table.dimensions, ...table.figures]
      const figures = (values: GroupTable['totals']) =>
        values.map((value, at) => decimals(table.figures[at]!.field, value))
      const cells = [
        heads.map(({ label }) => label),
        ...table.lines.map(({ keys, figures: values }) => [
          ...keys.map(({ value, text }, at) => text ?? valueText(table.dimensions[at]!.field, value)),
          ...figures(values),
        ]),
      ]
      expect(linesOfCsv(body), asked).toEqual(cells)
      const total = [...by.map((_, at) => (at === 0 ? 'Total' : '')), ...figures(table.totals)]
      const { bytes } = await download(portal, downloader, `/api/export-groups/${path}?${asked}&format=xlsx`)
      const [labels, ...sheet] = await rowsOfWorkbook(bytes)
      expect(labels).toEqual(cells[0])
      expect(
        sheet.map(row => heads.map(({ field }, at) => (at < by.length ? cellText(row[at]) : asInCsv(field, row[at])))),
        asked,
      ).toEqual([...cells.slice(1), total])
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

const ofOrders = reports.filter(({ fields }) => 'orderId' in fields)

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

it('a report that reads facts says so, and waits while they are counted', () => {
  const readsFacts = reports.filter(report => {
    const parts = [
      behaviourOf(report).query!(portal.db, { person: undefined, day: today() }),
    ].flat() as Knex.QueryBuilder[]
    return parts.some(part => /`(sale_fact|order_fact|schedule_fact|order_sum)`/.test(part.toQuery()))
  })
  expect(reports.filter(({ facts }) => facts).map(({ name }) => name)).toEqual(readsFacts.map(({ name }) => name))
})
