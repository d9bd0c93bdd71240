import {
  Bar,
  BarChart,
  CartesianGrid,
  Cell,
  LabelList,
  Legend,
  Line,
  LineChart,
  Pie,
  PieChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { shareOf, sum } from '../../resources/define/amounts.ts'
import type { Field } from '../../resources/define/fields.ts'
import { labelOf } from '../../resources/define/label.ts'
import type { ChartFigures } from '../../resources/define/report.ts'
import type { Resource } from '../../resources/define/resource.ts'
import { monthText, percentText, rupees } from '../../resources/define/show.ts'
import { labelOfOption } from '../derive/value-text.ts'
import { ChartPanel } from '../shipment-tracking/dashboard/chart-panel.tsx'
import { brand } from '../theme/palettes.ts'

/** More groups than this are in the table alone, in a pie as «Others». */
const MOST = 8
const HEIGHT = 200
/** Told apart with any colour vision (Okabe and Ito), each with an outline, since the light ones are faint on white. */
const colours = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#f0e442', '#503291']
const OTHERS = '#8c8c8c'

interface Share {
  id: number
  name: string
  value: number | null
  against: number | null
}

/** The figures of a report as a pie or as bars, and as a table. */
export default function Chart({ report, groups }: { report: Resource; groups: ChartFigures['groups'] }) {
  const chart = report.chart!
  const field = report.fields[chart.by]!
  const rows = groups.map(({ name, value, against }, id) => ({ id, name: nameOf(field, name), value, against }))
  const [head, otherHead] = headsOf(report)
  const total = sum(rows.map(({ value }) => value ?? 0))
  const isPie = chart.form === 'pie'
  return (
    <ChartPanel
      id="report-chart"
      title={chart.title}
      says={saysOf(rows, isPie ? total : null, chart.form === 'line')}
      rows={rows}
      columns={[
        { head: labelOf(chart.by, report.fields[chart.by]!), value: row => row.name },
        {
          head,
          value: row => (row.value === null ? '' : rupees(row.value)),
          right: true,
        },
        ...(otherHead === undefined
          ? []
          : [{ head: otherHead, value: (row: Share) => rupees(row.against ?? 0), right: true }]),
        ...(isPie
          ? [{ head: 'Share', value: (row: Share) => percentText(shareOf(row.value ?? 0, total)), right: true }]
          : []),
      ]}
    >
      {isPie ? (
        <Shares rows={rows} total={total} title={chart.title} />
      ) : otherHead !== undefined ? (
        <Pairs rows={rows} title={chart.title} heads={[head, otherHead]} />
      ) : chart.form === 'line' ? (
        <Months rows={rows} title={chart.title} />
      ) : (
        <Bars rows={rows} title={chart.title} />
      )}
    </ChartPanel>
  )
}

/** What the bars stand for; of a chart of two sums, their columns. */
function headsOf({ chart, fields }: Resource): [string, string?] {
  const { per, sums, against } = chart!
  if (!against) return [per ? 'Per kg' : 'Amount']
  const label = (name: string) => labelOf(name, fields[name]!)
  return [label(sums[0]!), label(against[0]!)]
}

function nameOf(field: Field, name: string | null): string {
  if (name === null) return '(none)'
  if (field.kind === 'date') return monthText(name)
  return field.kind === 'choice' ? labelOfOption(field, name) : name
}

function saysOf(rows: readonly Share[], total: number | null, isLine = false): string {
  if (isLine) return 'Filtered rows by month.'
  if (total !== null) return `${rupees(total)} in total.`
  return rows.length > MOST ? `The ${MOST} with the most; all are in the table.` : 'Filtered rows.'
}

function Shares({ rows, total, title }: { rows: readonly Share[]; total: number; title: string }) {
  const rest = sum(rows.slice(MOST).map(({ value }) => value ?? 0))
  const shown = [
    ...rows.slice(0, MOST).map((row, index) => ({ ...row, colour: colours[index]! })),
    ...(rest > 0 ? [{ id: -1, name: 'Others', value: rest, against: null, colour: OTHERS }] : []),
  ].filter(({ value }) => (value ?? 0) > 0)
  return (
    <>
      <ResponsiveContainer width="100%" height={HEIGHT}>
        <PieChart title={title}>
          <Pie
            data={shown}
            dataKey="value"
            nameKey="name"
            innerRadius="55%"
            outerRadius="90%"
            isAnimationActive={false}
            rootTabIndex={-1}
          >
            {shown.map(({ id, colour }) => (
              <Cell key={id} fill={colour} stroke={brand.ink} />
            ))}
          </Pie>
          <Tooltip formatter={value => rupees(Number(value))} />
        </PieChart>
      </ResponsiveContainer>
      <ul className="tracking-legend">
        {shown.map(({ id, name, value, colour }) => (
          <li key={id}>
            <span
              className="tracking-colour"
              style={{ background: colour, outline: `1px solid ${brand.ink}` }}
              aria-hidden="true"
            />
            {name} <strong>{percentText(shareOf(value!, total))}</strong>
          </li>
        ))}
      </ul>
    </>
  )
}

function Months({ rows, title }: { rows: readonly Share[]; title: string }) {
  const shown = rows.map(row => ({ name: row.name, paise: row.value ?? 0 }))
  return (
    <ResponsiveContainer width="100%" height={HEIGHT}>
      <LineChart data={shown} margin={{ left: 40, right: 24, top: 8 }} title={title}>
        <CartesianGrid vertical={false} stroke={brand.line} />
        <XAxis dataKey="name" tick={{ fill: brand.ink }} />
        <YAxis tickFormatter={(paise: number) => rupees(paise)} width={110} />
        <Tooltip formatter={value => [rupees(Number(value)), title]} />
        <Line dataKey="paise" stroke={brand.purple} strokeWidth={2} isAnimationActive={false} />
      </LineChart>
    </ResponsiveContainer>
  )
}

/** Two sums side by side for each month. */
function Pairs({ rows, title, heads }: { rows: readonly Share[]; title: string; heads: readonly [string, string] }) {
  const shown = rows.map(({ name, value, against }) => ({ name, one: value ?? 0, other: against ?? 0 }))
  return (
    <ResponsiveContainer width="100%" height={HEIGHT + 40}>
      <BarChart data={shown} margin={{ left: 40, right: 24, top: 8 }} title={title}>
        <CartesianGrid vertical={false} stroke={brand.line} />
        <XAxis dataKey="name" tick={{ fill: brand.ink }} />
        <YAxis tickFormatter={(paise: number) => rupees(paise)} width={110} />
        <Tooltip formatter={(value, name) => [rupees(Number(value)), name]} />
        <Legend />
        <Bar dataKey="one" name={heads[0]} fill={brand.purple} isAnimationActive={false} />
        <Bar dataKey="other" name={heads[1]} fill={brand.teal} isAnimationActive={false} />
      </BarChart>
    </ResponsiveContainer>
  )
}

/** A label is broken at its spaces where the bar beside it is short of room. */
const onOneLine = (text: string) => text.replaceAll(' ', '\u00a0')

function Bars({ rows, title }: { rows: readonly Share[]; title: string }) {
  const shown = rows.slice(0, MOST).map(row => ({ name: row.name, paise: row.value ?? 0 }))
  return (
    <ResponsiveContainer width="100%" height={Math.max(120, shown.length * 36 + 40)}>
      <BarChart data={shown} layout="vertical" margin={{ right: 116, left: 8 }} title={title}>
        <CartesianGrid horizontal={false} stroke={brand.line} />
        <XAxis type="number" tickFormatter={(paise: number) => rupees(paise)} />
        <YAxis type="category" dataKey="name" width={130} tick={{ fill: brand.ink }} />
        <Tooltip formatter={value => [rupees(Number(value)), title]} />
        <Bar dataKey="paise" fill={brand.purple} minPointSize={1} isAnimationActive={false}>
          <LabelList dataKey="paise" position="right" formatter={value => onOneLine(rupees(Number(value)))} />
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  )
}
