/** The chart of a report, drawn from its groups: one bar, slice or point for each value of one column. */
import { columnOf } from '../columns.ts'
import { mulDiv, sum, WHOLE } from '../define/amounts.ts'
import type { GroupedRows } from '../define/report.ts'
import type { Grouping, Resource } from '../define/resource.ts'

type Group = GroupedRows['groups'][number]

export interface ChartBar {
  key: Group['keys'][number]
  /** The text of a referenced row. */
  text: string | null
  /** In paise, or paise for each unit; null where nothing was weighed. */
  value: number | null
  against: number | null
  /** In hundredths of a percent; null of nothing. */
  line: number | null
}

/** The column that a chart shows: the first by which the rows are grouped, where it follows them, or its own. */
export const chartedColumn = ({ chart }: Resource, grouping: Grouping | undefined): string =>
  (chart!.follows && grouping?.by[0]) || chart!.by

/** Whether a chart by a column runs along time: a line joins neighbours there alone, and no two SBUs or customers. */
export const runsAlongTime = (report: Resource, by: string): boolean => columnOf(report, by)!.field.kind === 'date'

/** What stands above a chart. */
export function chartTitle(report: Resource, by: string): string {
  const { title, follows } = report.chart!
  if (!follows) return title
  if (runsAlongTime(report, by)) return `${title} by month`
  const { label } = columnOf(report, by)!
  return `${title} by ${/^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1)}`
}

/**
 * The bars of a chart by a column, of the groups by it alone or by it and another: months and options `inOrder` in
 * their order, everything else with the most first. None where the person reads none of its amounts.
 */
export function chartBars(report: Resource, by: string, names: readonly string[], grouped: GroupedRows): ChartBar[] {
  const { sums, per, against, line, inOrder } = report.chart!
  if (!sums.some(name => name in grouped.figures)) return []
  const at = names.indexOf(by)
  const own = Map.groupBy(
    // A group of the year before alone has no rows.
    grouped.groups.filter(({ rows }) => rows > 0),
    ({ keys }) => keys[at]!,
  )
  const bars = [...own.values()].map((groups): ChartBar => {
    const total = (columns: readonly string[]) =>
      sum(columns.flatMap(name => groups.map(({ figures }) => figures[name] ?? 0)))
    const ratio = (part: number, whole: number, times: number) => (whole > 0 ? mulDiv(part, times, whole) : null)
    const parts = line === undefined ? undefined : report.ratios?.[line]
    return {
      key: groups[0]!.keys[at]!,
      text: groups[0]!.texts[at]!,
      value: per === undefined ? total(sums) : ratio(total(sums), total([per]), 10 ** (report.fields[per]!.scale ?? 0)),
      against: against ? total(against) : null,
      line: parts ? ratio(total([parts[0]]), total([parts[1]]), WHOLE) : null,
    }
  })
  const { kind, options } = columnOf(report, by)!.field
  if (inOrder && options) return options.flatMap(option => bars.filter(({ key }) => key === option))
  if (kind === 'date') return bars.sort((one, other) => (String(one.key) < String(other.key) ? -1 : 1))
  return bars.sort((one, other) => (other.value ?? -1) - (one.value ?? -1))
}
