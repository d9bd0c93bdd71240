import { Select } from 'antd'
import { addDays, dayOf, daysBetween } from '../../../resources/define/dates.ts'
import { daysAsked, daysOf, isPeriod, PERIODS, periodText } from '../../../resources/define/periods.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { dayText } from '../../../resources/define/show.ts'
import { yearBefore } from '../../../resources/mis/sales/sales-figures.ts'
import { groupingOf, type ListState } from '../list/list-state.ts'
import type { ChangeState } from '../list/use-list-state.ts'
import { boundsOf } from './drill-down.ts'
import GroupedTable from './grouped-table.tsx'
import './report.css'

const YEAR_BEFORE = 'year-before'
const DAYS_BEFORE = 'days-before'

const offered = [
  { value: YEAR_BEFORE, label: 'Same days a year before' },
  { value: DAYS_BEFORE, label: 'As many days before' },
  ...PERIODS.filter(period => !period.startsWith('next-')).map(period => ({
    value: period,
    label: periodText(period),
  })),
]

/** The groups of a report in its period, and beside them the same groups in another one, which the address names. */
export default function TwoPeriods({
  report,
  state,
  change,
}: {
  report: Resource
  state: ListState
  change: ChangeState
}) {
  const chosen = offered.find(({ value }) => value === state.beside)?.value ?? YEAR_BEFORE
  const grouping = groupingOf(report, state) ?? { by: report.groups!.slice(0, 1) }
  const today = dayOf(new Date().toISOString())
  const { field } = report.period!
  const given = state.filters.find(filter => filter.field === field)
  const period = given?.operator === 'within' ? given.value : report.period!.opens
  const [first, last] = given?.operator === 'within' ? [null, null] : boundsOf(given, today)
  const days = first === null ? daysAsked(report, field, period, today) : ([first, last ?? today] as [string, string])
  const other = otherDays(chosen, days, today)
  const sides = [days, other].map((value): { value: [string, string]; state: ListState } => {
    const filters = state.filters.filter(filter => filter.field !== field)
    return { value, state: { ...state, filters: [{ field, operator: 'between', value }, ...filters] } }
  })
  return (
    <section className="two-periods-frame" aria-label="Two periods side by side">
      <span className="group-choice">
        <label htmlFor="other-period">Beside</label>
        <Select
          id="other-period"
          value={chosen}
          options={offered}
          popupMatchSelectWidth={false}
          onChange={beside => change({ beside })}
        />
      </span>
      <div className="two-periods">
        {sides.map(side => (
          <section key={side.value.join()} aria-label={side.value.map(dayText).join(' to ')}>
            <h2>{side.value.map(dayText).join(' to ')}</h2>
            <GroupedTable resource={report} state={side.state} grouping={grouping} />
          </section>
        ))}
      </div>
    </section>
  )
}

function otherDays(chosen: string, [from, to]: [string, string], today: string): [string, string] {
  if (isPeriod(chosen)) return daysOf(chosen, today)
  if (chosen === YEAR_BEFORE) return [yearBefore(from), yearBefore(to)]
  return [addDays(from, -daysBetween(from, to) - 1), addDays(from, -1)]
}
