import type { Knex } from 'knex'
import { columnOf } from '../../../resources/columns.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { type KeptFigure, MOST_KEPT } from '../../../resources/mis/report-schedule.ts'
import { askedBy } from '../../../resources/platform/saved-query.ts'
import { findPage } from '../../derive/list/find.ts'
import { readQuery } from '../../derive/list/query.ts'
import { limitToPeriod } from '../../derive/list/report-period.ts'
import { columnsReadBy } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { today } from '../../platform/clock.ts'

const PAGE = 500

/** The money that a report is about, or its first total, as far as the person reads one. */
function figureOf(report: Resource, readable: readonly string[]): string | undefined {
  const open = report.totals.filter(name => readable.includes(name))
  const isMoney = (name: string) => columnOf(report, name)!.field.unit === '₹'
  return open.find(name => /net|gross|value/i.test(name) && isMoney(name)) ?? open.find(isMoney) ?? open[0]
}

/** How many rows of a report an address leaves this person, and its figure; null where they read none. */
export async function readFigure(
  db: Knex,
  report: Resource,
  person: Person,
  address: string,
): Promise<{ rows: number; kept: KeptFigure | null }> {
  const readable = columnsReadBy(person, report)
  const name = figureOf(report, readable)
  const { $sort: _, ...filters } = askedBy(report, address, today())
  const ask = (more: object) => limitToPeriod(report, readQuery(report, { ...filters, ...more }, readable))
  const totalsPage = await findPage(db, report, ask({ $limit: 0, $totals: true, $exact: true }), person)
  if (name === undefined) return { rows: totalsPage.total, kept: null }
  const sum = Number((totalsPage.totals as Record<string, number> | undefined)?.[name] ?? 0)
  if (totalsPage.total > MOST_KEPT) return { rows: totalsPage.total, kept: { name, sum, rows: null } }
  const [head] = report.display.filter(one => readable.includes(one))
  const rows: NonNullable<KeptFigure['rows']> = []
  for (let skip = 0; skip < totalsPage.total; skip += PAGE) {
    const $select = [...new Set([name, ...(head ? [head] : [])])]
    const page = await findPage(db, report, ask({ $limit: PAGE, $skip: skip, $sort: { id: 1 }, $select }), person)
    for (const row of page.data) {
      const texts = (row.texts ?? {}) as Record<string, string>
      rows.push([row.id, String((head && (texts[head] ?? row[head])) ?? `No. ${row.id}`), Number(row[name] ?? 0)])
    }
  }
  return { rows: totalsPage.total, kept: { name, sum, rows } }
}
