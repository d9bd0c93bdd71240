import {
  Bar,
  BarChart,
  CartesianGrid,
  Cell,
  LabelList,
  Pie,
  PieChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { shareOf, sum } from '../../resources/define/amounts.ts'
import { labelOf } from '../../resources/define/label.ts'
import type { ChartFigures } from '../../resources/define/report.ts'
import type { Resource } from '../../resources/define/resource.ts'
import { percentText, rupees } from '../../resources/define/show.ts'
import { ChartPanel } from '../shipment-tracking/dashboard/chart-panel.tsx'
import { brand } from '../theme.ts'

/** More groups than this are in the table alone, in a pie as «Others». */
const MOST = 8
const HEIGHT = 200
const colours = [brand.purple, brand.teal, brand.green, brand.yellow, brand.red, '#8468bd', '#d48806', '#8fbf6a']
const OTHERS = '#8c8c8c'

interface Share {
  id: number
  name: string
  value: number | null
}

/** The figures of a report as a pie or as bars, and as a table. */
export default function Chart({ report, groups }: { report: Resource; groups: ChartFigures['groups'] }) {
  const chart = report.chart!
  const rows = groups.map(({ id, name, value }) => ({ id: id ?? 0, name: name ?? '(none)', value }))
  const total = sum(rows.map(({ value }) => value ?? 0))
  const isPie = chart.form === 'pie'
  return (
    <ChartPanel
      id="report-chart"
      title={chart.title}
      says={saysOf(rows, isPie ? total : null)}
      rows={rows}
      columns={[
        { head: labelOf(chart.by, report.fields[chart.by]!), value: row => row.name },
        {
          head: chart.per ? 'Per kg' : 'Amount',
          value: row => (row.value === null ? '' : rupees(row.value)),
          right: true,
        },
        ...(isPie
          ? [{ head: 'Share', value: (row: Share) => percentText(shareOf(row.value ?? 0, total)), right: true }]
          : []),
      ]}
    >
      {isPie ? <Shares rows={rows} total={total} title={chart.title} /> : <Bars rows={rows} title={chart.title} />}
    </ChartPanel>
  )
}

function saysOf(rows: readonly Share[], total: number | null): string {
  if (total !== null) return `${rupees(total)} in all.`
  return rows.length > MOST
    ? `The ${MOST} with the most; all are in the table.`
    : 'Of the rows that the filters below leave.'
}

function Shares({ rows, total, title }: { rows: readonly Share[]; total: number; title: string }) {
  const rest = sum(rows.slice(MOST).map(({ value }) => value ?? 0))
  const shown = [
    ...rows.slice(0, MOST).map((row, index) => ({ ...row, colour: colours[index]! })),
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
              <Cell key={id} fill={colour} />
            ))}
          </Pie>
          <Tooltip formatter={value => rupees(Number(value))} />
        </PieChart>
      </ResponsiveContainer>
      <ul className="tracking-legend">
        {shown.map(({ id, name, value, colour }) => (
          <li key={id}>
            <span className="tracking-colour" style={{ background: colour }} aria-hidden="true" />
            {name} <strong>{percentText(shareOf(value!, total))}</strong>
          </li>
        ))}
      </ul>
    </>
  )
}

function Bars({ rows, title }: { rows: readonly Share[]; title: string }) {
  const shown = rows.slice(0, MOST).map(row => ({ name: row.name, paise: row.value ?? 0 }))
  return (
    <ResponsiveContainer width="100%" height={Math.max(120, shown.length * 36 + 40)}>
      <BarChart data={shown} layout="vertical" margin={{ right: 72, left: 8 }} title={title}>
        <CartesianGrid horizontal={false} stroke="#e5e5e5" />
        <XAxis type="number" tickFormatter={(paise: number) => rupees(paise)} />
        <YAxis type="category" dataKey="name" width={130} tick={{ fill: brand.ink }} />
        <Tooltip formatter={value => [rupees(Number(value)), title]} />
        <Bar dataKey="paise" fill={brand.purple} minPointSize={1} isAnimationActive={false}>
          <LabelList dataKey="paise" position="right" formatter={value => rupees(Number(value))} />
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  )
}
