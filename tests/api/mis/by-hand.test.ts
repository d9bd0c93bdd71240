/** @module-tag sql */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { selectRows } from '../../../api/platform/database.ts'
import type { GroupedRows } from '../../../resources/define/report.ts'
import { reports } from '../../../resources/registry.ts'
import { byHand } from '../../bench/reports/by-hand.ts'
import { type Page, pagesOf } from '../../bench/reports/pages.ts'
import { fillCompany } from '../../support/mis/large-company.ts'
import { rowOfEachReport } from '../../support/mis/report-rows.ts'
import { personWith } from '../../support/people.ts'
import { type ApiClient, demoPortal, emptyPortal, type TestPortal } from '../../support/portal.ts'

// The bench measures reports beside SQL by hand, which is a fair measure only where that says the same.

type Row = Record<string, unknown>

const plain = (value: unknown) =>
  typeof value === 'boolean' || (typeof value === 'string' && /^-?\d+(\.0+)?$/.test(value)) ? Number(value) : value

/** Only what both say, as numbers and texts. */
const shared = (one: Row, other: Row) =>
  Object.fromEntries(
    Object.keys(one)
      .filter(name => name in other)
      .map(name => [name, plain(one[name])]),
  )

async function saidBy(auditor: ApiClient, { path }: Page): Promise<{ rows: Row[]; total?: number }> {
  const { status, body } = await auditor.get(`/api/${path}`)
  expect(status, body.message).toBe(200)
  if (body.groups)
    return {
      rows: (body as GroupedRows).groups.map(({ keys, rows, figures }) => ({
        ...Object.fromEntries(keys.map((key, at) => [`key${at}`, key])),
        rowCount: rows,
        ...figures,
      })),
    }
  return body.totals ? { rows: [{ total: body.total, ...body.totals }] } : { rows: body.data, total: body.total }
}

const byKeys = (rows: Row[]) =>
  rows.toSorted((one, other) =>
    JSON.stringify([one.key0, one.key1]) < JSON.stringify([other.key0, other.key1]) ? -1 : 1,
  )

/** A company with one row of each report, and one with the orders of three years. */
const companies = {
  async 'the demo company'() {
    const portal = await demoPortal()
    await rowOfEachReport(portal)
    return portal
  },
  async 'a company of three years'() {
    const portal = await emptyPortal()
    await fillCompany(portal.db, 300)
    return portal
  },
}

describe.each(Object.entries(companies))('in %s', (_, open) => {
  let portal: TestPortal
  let auditor: ApiClient
  beforeAll(async () => {
    portal = await open()
    auditor = await personWith(portal, ['AUDITOR'])
  })
  afterAll(() => portal.close())

  it.each(reports.flatMap(pagesOf).filter(({ by }) => byHand(by).length > 0))(
    '$title say what the SQL by hand says',
    async page => {
      const [shown, counted] = byHand(page.by)
      const ours = await saidBy(auditor, page)
      const theirs = await selectRows<Row>(portal.db, shown!, [])
      const [mine, hand] = page.path.startsWith('report-groups')
        ? [byKeys(ours.rows), byKeys(theirs)]
        : [ours.rows, theirs]
      expect(hand.length).toBe(mine.length)
      expect(mine.map((row, at) => shared(row, hand[at]!))).toEqual(hand.map((row, at) => shared(row, mine[at]!)))
      // Something was compared, unless there is nothing.
      if (mine[0]) expect(Object.keys(shared(mine[0], hand[0]!)).length).toBeGreaterThan(0)
      if (counted) expect(ours.total).toBe(Number((await selectRows<Row>(portal.db, counted, []))[0]!.total))
    },
  )
})
