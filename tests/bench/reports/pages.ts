import { today } from '../../../api/platform/clock.ts'
import { addDays } from '../../../resources/define/dates.ts'
import type { Resource } from '../../../resources/define/resource.ts'

/** The 366 days that every report is measured over. */
export const yearUntilToday = (): [from: string, to: string] => [addDays(today(), -365), today()]

/** What the page of a report asks when it opens. */
export interface Page {
  title: string
  path: string
  /** The name of its hand-written SQL. */
  by: string
}

/** What the page of a report asks when it opens: its rows or its groups, and the totals of its filter. */
export function pagesOf(report: Resource): Page[] {
  const period = report.period && report.fields[report.period.field]!.kind
  const name = report.period?.field
  const [from, to] = yearUntilToday()
  const days =
    period === 'instant'
      ? `&${name}[$gte]=${from}T00:00:00.000Z&${name}[$lt]=${addDays(to, 1)}T00:00:00.000Z`
      : period
        ? `&${name}[$gte]=${from}&${name}[$lte]=${to}`
        : ''
  const usual = Object.entries(report.usual ?? {}).map(([column, value]) => `&${column}=${value}`)
  const filter = [days, ...usual].join('')
  const { grouped } = report
  const by = grouped && [...grouped.by, ...(grouped.across ? [grouped.across] : [])].join()
  return [
    { title: `${report.name}: rows`, path: `${report.path}?$limit=25${filter}`, by: `${report.name} rows` },
    ...(report.totals.length > 0
      ? [
          {
            title: `${report.name}: totals`,
            path: `${report.path}?$limit=0&$totals=true${filter}`,
            by: `${report.name} totals`,
          },
        ]
      : []),
    ...(by
      ? [
          {
            title: `${report.name}: by ${by}`,
            path: `report-groups?report=${report.path}&by=${by}${filter}`,
            by: `${report.name} groups`,
          },
        ]
      : []),
  ]
}
