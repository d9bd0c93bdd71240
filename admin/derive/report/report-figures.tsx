import { columnOf } from '../../../resources/columns.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { showNumber } from '../../../resources/define/show.ts'
import { useMay } from '../../account/person.ts'
import type { ListState } from '../list/list-state.ts'
import { readableColumns } from '../list/readable-columns.ts'
import { useTotals } from '../list/use-totals.ts'
import { valueText } from '../value-text.ts'
import './report.css'

/** With the number of rows these are five. */
const MOST_SUMS = 4

/** What all rows of a report come to, above them: its first sums, and how many rows there are. */
export default function ReportFigures({ report, state }: { report: Resource; state: ListState }) {
  const may = useMay()
  const names = [...report.leads.filter(name => report.totals.includes(name)), ...report.totals]
  const summed = readableColumns(may, report, [...new Set(names)]).slice(0, MOST_SUMS)
  const all = useTotals(report, state, summed.length > 0)
  if (summed.length === 0) return null
  const sumOf = (name: string) => {
    const value = all?.totals?.[name]
    return value === undefined || value === null ? '–' : valueText(columnOf(report, name)!.field, value)
  }
  return (
    <dl className="report-figures">
      {summed.map(({ name, label }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>{sumOf(name)}</dd>
          {all?.unknown?.[name] !== undefined && <dd className="quiet">{showNumber(all.unknown[name])} not known</dd>}
        </div>
      ))}
      <div>
        <dt>Rows</dt>
        <dd>{all === undefined ? '–' : all.total > 10_000 ? '10,000+' : showNumber(all.total)}</dd>
      </div>
    </dl>
  )
}
