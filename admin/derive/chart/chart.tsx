import {
  Bar,
  BarChart,
  CartesianGrid,
  Cell,
  ComposedChart,
  LabelList,
  type LabelProps,
  Legend,
  Line,
  Pie,
  PieChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { columnOf } from '../../../resources/columns.ts'
import { shareOf, sum, WHOLE } from '../../../resources/define/amounts.ts'
import type { Field } from '../../../resources/define/fields.ts'
import { labelOf } from '../../../resources/define/label.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { monthText, percentText, rupees, rupeesInShort } from '../../../resources/define/show.ts'
import { type ChartBar, chartTitle, runsAlongTime } from '../../../resources/mis/report-chart.ts'
import { brand } from '../../theme/palettes.ts'
import { useNarrow } from '../use-narrow.ts'
import { valueText } from '../value-text.ts'
import { ChartPanel } from './chart-panel.tsx'

/** More groups than this are in the table alone, in a pie as «Others». */
const MOST = 8
const HEIGHT = 200
/** The room of an axis of amounts in short, in pixels. */
const AXIS = 76
const MARGIN = { left: 0, right: 8, top: 8 }
const ink = { fill: brand.ink }
/** Told apart with any colour vision (Okabe and Ito), each with an outline, since the light ones are faint on white. */
const colours = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#f0e442', '#503291']
const OTHERS = '#8c8c8c'

/** So many groups are in the table beside the chart; the rows below have all of them. */
const MOST_IN_TABLE = 200

interface Share {
  id: number
  name: string
  value: number | null
  against: number | null
  line: number | null
}

/** The figures of a report as a pie, as bars or as a line, and as a table. */
export default function Chart({ report, by, bars }: { report: Resource; by: string; bars: readonly ChartBar[] }) {
  const chart = report.chart!
  const { field, label } = columnOf(report, by)!
  const rows = bars.map((bar, id): Share => ({ ...bar, id, name: nameOf(field, bar) }))
  const [head, otherHead, lineHead] = headsOf(report)
  const total = sum(rows.map(({ value }) => value ?? 0))
  const isPie = chart.form === 'pie'
  const title = chartTitle(report, by)
  const isByMonth = runsAlongTime(report, by)
  return (
    <ChartPanel
      id="report-chart"
      title={title}
      says={saysOf(rows, isPie ? total : null, isByMonth)}
      rows={rows.slice(0, MOST_IN_TABLE)}
      columns={[
        { head: label, value: row => row.name },
        { head, value: row => (row.value === null ? '' : rupees(row.value)), right: true },
        ...(otherHead === undefined
          ? []
          : [
              { head: otherHead, value: (row: Share) => (row.against == null ? '' : rupees(row.against)), right: true },
            ]),
        ...(lineHead === undefined
          ? []
          : [{ head: lineHead, value: (row: Share) => (row.line === null ? '' : percentText(row.line)), right: true }]),
        ...(isPie
          ? [{ head: 'Share', value: (row: Share) => percentText(shareOf(row.value ?? 0, total)), right: true }]
          : []),
      ]}
    >
      {isPie ? (
        <Shares rows={rows} total={total} title={title} />
      ) : otherHead !== undefined ? (
        <Pairs rows={rows} title={title} heads={[head, otherHead, lineHead]} isByMonth={isByMonth} />
      ) : isByMonth ? (
        <Months rows={rows} title={title} form={chart.form} />
      ) : (
        <Bars rows={rows} title={title} />
      )}
    </ChartPanel>
  )
}

/** What the bars stand for; of a chart of two sums, their columns, and that of its line. */
function headsOf({ chart, fields }: Resource): [string, string?, string?] {
  const { per, sums, against, line } = chart!
  if (!against) return [per ? 'Per kg' : 'Amount']
  const label = (name: string) => labelOf(name, fields[name]!)
  return [label(sums[0]!), label(against[0]!), line === undefined ? undefined : label(line)]
}

function nameOf(field: Field, { key, text }: ChartBar): string {
  if (key === null) return '(none)'
  return field.kind === 'date' ? monthText(String(key)) : (text ?? valueText(field, key))
}

function saysOf(rows: readonly Share[], total: number | null, isByMonth: boolean): string {
  if (isByMonth) return 'By month; follows the filters.'
  if (total !== null) return `${rupees(total)} in total.`
  if (rows.length > MOST_IN_TABLE) return `The ${MOST} with the most; the table has the first ${MOST_IN_TABLE}.`
  return rows.length > MOST ? `The ${MOST} with the most; all are in the table.` : 'Follows the filters.'
}

function Shares({ rows, total, title }: { rows: readonly Share[]; total: number; title: string }) {
  const rest = sum(rows.slice(MOST).map(({ value }) => value ?? 0))
  const shown = [
    ...rows.slice(0, MOST).map(({ id, name, value }, index) => ({ id, name, value, colour: colours[index]! })),
    ...(rest > 0 ? [{ id: -1, name: 'Others', value: rest, colour: OTHERS }] : []),
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
      <ul className="chart-legend">
        {shown.map(({ id, name, value, colour }) => (
          <li key={id}>
            <span
              className="chart-colour"
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

/** The months of a period from left to right, each of them: as a line, or as bars. */
function Months({ rows, title, form }: { rows: readonly Share[]; title: string; form: string }) {
  const shown = rows.map(row => ({ name: row.name, paise: row.value ?? 0 }))
  return (
    <ResponsiveContainer width="100%" height={HEIGHT}>
      <ComposedChart data={shown} margin={MARGIN} title={title}>
        <CartesianGrid vertical={false} stroke={brand.line} />
        <XAxis dataKey="name" tick={{ fill: brand.ink }} />
        <YAxis tickFormatter={rupeesInShort} width={AXIS} />
        <Tooltip formatter={value => [rupees(Number(value)), title]} />
        {form === 'line' ? (
          <Line dataKey="paise" stroke={brand.purple} strokeWidth={2} isAnimationActive={false} />
        ) : (
          <Bar dataKey="paise" fill={brand.purple} minPointSize={1} maxBarSize={56} isAnimationActive={false} />
        )}
      </ComposedChart>
    </ResponsiveContainer>
  )
}

/** More names than this do not fit beside each other. */
const MOST_UPRIGHT = 5
/** The beginning of a long name, which is whole in the table. */
const inShort = (name: string) => (name.length > 22 ? `${name.slice(0, 21)}…` : name)

/** Two sums side by side for each group, and a percentage over them: a line along months, a point for each other group. */
function Pairs({
  rows,
  title,
  heads: [head, otherHead, lineHead],
  isByMonth,
}: {
  rows: readonly Share[]
  title: string
  heads: readonly [string, string, string?]
  isByMonth: boolean
}) {
  const shown = (isByMonth ? rows : rows.slice(0, MOST)).map(({ name, value, against, line }) => ({
    name,
    one: value ?? 0,
    other: against ?? 0,
    line,
  }))
  const narrow = useNarrow()
  const slants = !isByMonth && (narrow || shown.length > MOST_UPRIGHT)
  return (
    <ResponsiveContainer width="100%" height={HEIGHT + (slants ? 110 : 40)}>
      <ComposedChart data={shown} margin={MARGIN} title={title}>
        <CartesianGrid vertical={false} stroke={brand.line} />
        {slants ? (
          <XAxis
            dataKey="name"
            interval={0}
            angle={-40}
            textAnchor="end"
            height={110}
            tickFormatter={inShort}
            tick={ink}
          />
        ) : (
          // Each group is named; of months some may go without.
          <XAxis dataKey="name" tick={ink} {...(isByMonth ? {} : { interval: 0 })} />
        )}
        <YAxis yAxisId="sum" tickFormatter={rupeesInShort} width={AXIS} />
        <Tooltip
          formatter={(value, name) => [name === lineHead ? percentText(Number(value)) : rupees(Number(value)), name]}
        />
        <Legend formatter={text => <span style={{ color: brand.ink }}>{text}</span>} />
        <Bar yAxisId="sum" dataKey="one" name={head} fill={brand.purple} isAnimationActive={false} />
        <Bar yAxisId="sum" dataKey="other" name={otherHead} fill={brand.teal} isAnimationActive={false} />
        {lineHead !== undefined && (
          <YAxis
            yAxisId="line"
            orientation="right"
            domain={[0, WHOLE]}
            tickFormatter={(hundredths: number) => `${Math.round(hundredths / 100)} %`}
            width={52}
          />
        )}
        {lineHead !== undefined && (
          <Line
            yAxisId="line"
            dataKey="line"
            name={lineHead}
            stroke={brand.ink}
            strokeWidth={isByMonth ? 2 : 0}
            legendType={isByMonth ? 'line' : 'circle'}
            dot={isByMonth ? true : { r: 4, fill: brand.ink, strokeWidth: 0 }}
            isAnimationActive={false}
          />
        )}
      </ComposedChart>
    </ResponsiveContainer>
  )
}

/** A label is broken at its spaces where the bar beside it is short of room. */
const onOneLine = (text: string) => text.replaceAll(' ', '\u00a0')

/** The amount at the right end of a bar: at the left one, a negative amount would cover the name of its bar. */
function BarLabel({ x, y, width, height, value }: LabelProps) {
  const right = Math.max(Number(x), Number(x) + Number(width))
  return (
    <text x={right + 5} y={Number(y) + Number(height) / 2} dominantBaseline="central" fill={brand.ink}>
      {onOneLine(rupees(Number(value)))}
    </text>
  )
}

function Bars({ rows, title }: { rows: readonly Share[]; title: string }) {
  const shown = rows.slice(0, MOST).map(row => ({ name: row.name, paise: row.value ?? 0 }))
  return (
    <ResponsiveContainer width="100%" height={Math.max(120, shown.length * 36 + 40)}>
      <BarChart data={shown} layout="vertical" margin={{ right: 116, left: 8 }} title={title}>
        <CartesianGrid horizontal={false} stroke={brand.line} />
        <XAxis type="number" tickFormatter={rupeesInShort} />
        <YAxis type="category" dataKey="name" width={130} tick={{ fill: brand.ink }} />
        <Tooltip formatter={value => [rupees(Number(value)), title]} />
        <Bar dataKey="paise" fill={brand.purple} minPointSize={1} isAnimationActive={false}>
          <LabelList dataKey="paise" content={BarLabel} />
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  )
}
