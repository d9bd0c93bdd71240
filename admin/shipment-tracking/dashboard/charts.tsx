import {
  Bar,
  BarChart,
  CartesianGrid,
  Cell,
  LabelList,
  Line,
  LineChart,
  Pie,
  PieChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { sum } from '../../../resources/define/amounts.ts'
import { dayText, percentText, showNumber } from '../../../resources/define/show.ts'
import { statusLabels } from '../../../resources/dispatches/lr-status.ts'
import type { Dashboard } from '../../../resources/shipment-tracking/commands/lanes.ts'
import { type DeliveryStatus, deliveryStatuses } from '../../../resources/trade.ts'
import { ChartPanel } from '../../derive/chart/chart-panel.tsx'
import { brand } from '../../theme/palettes.ts'

/** More transporters than this are in the table alone. */
const MOST_BARS = 10
const HEIGHT = 260

const colours: Record<DeliveryStatus, string> = {
  BOOKED: '#b7a6d9',
  IN_TRANSIT: brand.purple,
  AT_HUB: '#8468bd',
  OUT_FOR_DELIVERY: brand.teal,
  DELIVERED: brand.green,
  PARTIAL_DELIVERED: '#8fbf6a',
  UNDELIVERED: brand.yellow,
  RETURNED: '#d48806',
  LOST: brand.red,
  CANCELLED: '#8c8c8c',
}

/** The charts of the dashboard: status, transporters, days. They are loaded with it alone. */
export default function Charts({ figures }: { figures: Dashboard }) {
  return (
    <div className="chart-grid">
      <Statuses figures={figures} />
      <Transporters figures={figures} />
      <Days figures={figures} />
    </div>
  )
}

function Statuses({ figures }: { figures: Dashboard }) {
  const counts = new Map(figures.statuses.map(({ status, count }) => [status, count]))
  const rows = deliveryStatuses.flatMap((status, id) => {
    const count = counts.get(status) ?? 0
    return count > 0 ? [{ id, status, name: statusLabels[status], count }] : []
  })
  const all = sum(rows.map(({ count }) => count))
  const cancelled = counts.get('CANCELLED') ?? 0
  return (
    <ChartPanel
      id="chart-statuses"
      title="Where shipments are"
      says={
        rows.length === 0
          ? 'Nothing was dispatched in the period.'
          : `${showNumber(all)} shipments of the period by their status now${cancelled > 0 ? `, ${showNumber(cancelled)} of them cancelled` : ''}.`
      }
      rows={rows}
      columns={[
        { head: 'Status', value: row => row.name },
        { head: 'Shipments', value: row => showNumber(row.count), right: true },
      ]}
    >
      <ResponsiveContainer width="100%" height={HEIGHT}>
        <PieChart title="Shipments by status">
          <Pie
            data={rows}
            dataKey="count"
            nameKey="name"
            innerRadius="55%"
            outerRadius="90%"
            isAnimationActive={false}
            rootTabIndex={-1}
          >
            {rows.map(({ status }) => (
              <Cell key={status} fill={colours[status]} />
            ))}
          </Pie>
          <Tooltip />
        </PieChart>
      </ResponsiveContainer>
      <ul className="chart-legend">
        {rows.map(({ status, name, count }) => (
          <li key={status}>
            <span className="chart-colour" style={{ background: colours[status] }} aria-hidden="true" />
            {name} <strong>{showNumber(count)}</strong>
          </li>
        ))}
      </ul>
    </ChartPanel>
  )
}

function Transporters({ figures }: { figures: Dashboard }) {
  const rows = figures.transporters
  const shown = rows.slice(0, MOST_BARS).map(row => ({ ...row, percent: (row.pct ?? 0) / 100 }))
  return (
    <ChartPanel
      id="chart-transporters"
      title="On time by transporter"
      says={
        rows.length === 0
          ? 'Nothing was due in the period.'
          : rows.length > MOST_BARS
            ? `The ${MOST_BARS} of ${rows.length} transporters with the most shipments due; all are in the table.`
            : 'The share of shipments due in the period that kept the date promised first.'
      }
      rows={rows}
      columns={[
        { head: 'Transporter', value: row => row.name },
        { head: 'Due', value: row => showNumber(row.due), right: true },
        { head: 'On time', value: row => showNumber(row.kept), right: true },
        { head: 'Late', value: row => showNumber(row.due - row.kept), right: true },
        { head: 'On time %', value: row => (row.pct === null ? '' : percentText(row.pct)), right: true },
      ]}
    >
      <ResponsiveContainer width="100%" height={Math.max(120, shown.length * 36 + 40)}>
        <BarChart
          data={shown}
          layout="vertical"
          margin={{ right: 56, left: 8 }}
          title="On-time percentage by transporter"
        >
          <CartesianGrid horizontal={false} stroke={brand.line} />
          <XAxis type="number" domain={[0, 100]} unit=" %" />
          <YAxis type="category" dataKey="name" width={130} tick={{ fill: brand.ink }} />
          <Tooltip formatter={value => [`${value} %`, 'On time']} />
          <Bar dataKey="percent" fill={brand.purple} minPointSize={1} isAnimationActive={false}>
            <LabelList dataKey="percent" position="right" formatter={value => `${value} %`} />
          </Bar>
        </BarChart>
      </ResponsiveContainer>
    </ChartPanel>
  )
}

function Days({ figures }: { figures: Dashboard }) {
  const rows = figures.days.map((day, id) => ({ ...day, id, name: dayText(day.day) }))
  const most = rows.reduce((best, row) => (row.delivered > best.delivered ? row : best), rows[0]!)
  return (
    <ChartPanel
      id="chart-days"
      title="Deliveries by day"
      says={
        figures.delivered === 0
          ? 'Nothing was delivered in the period.'
          : `${showNumber(figures.delivered)} delivered, at most ${showNumber(most.delivered)} on a day: ${most.name}.`
      }
      rows={figures.delivered === 0 ? [] : rows}
      columns={[
        { head: 'Day', value: row => row.name },
        { head: 'Delivered', value: row => showNumber(row.delivered), right: true },
      ]}
      isWide
    >
      <ResponsiveContainer width="100%" height={HEIGHT}>
        <LineChart data={rows} margin={{ right: 16 }} title="Deliveries by day">
          <CartesianGrid vertical={false} stroke={brand.line} />
          <XAxis dataKey="name" tickFormatter={(name: string) => name.slice(0, 5)} minTickGap={24} />
          <YAxis allowDecimals={false} width={40} />
          <Tooltip formatter={value => [value, 'Delivered']} />
          <Line
            type="linear"
            dataKey="delivered"
            stroke={brand.purple}
            strokeWidth={2}
            dot={false}
            isAnimationActive={false}
          />
        </LineChart>
      </ResponsiveContainer>
    </ChartPanel>
  )
}
