import type { ReactNode } from 'react'
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { shareOf, sum } from '../../resources/define/amounts.ts'
import { dayText, percentText, rupees, showNumber } from '../../resources/define/show.ts'
import type { HomeTrends } from '../../resources/home/commands.ts'
import { ageBuckets, bucketNames, leftOutSentence } from '../../resources/masters/outstanding.ts'
import { ChartPanel } from '../derive/chart/chart-panel.tsx'
import { brand } from '../theme/palettes.ts'

const HEIGHT = 150
const ink = { fill: brand.ink, fontSize: 11 }
const shortDay = (day: string) => dayText(day).slice(0, 5)

/** Orders and deliveries by week, and what is outstanding by age; each also as a table. */
export default function TrendCharts({ trends: { orders, deliveries, outstanding } }: { trends: HomeTrends }) {
  return (
    <div className="home-charts home-part">
      {orders && <Orders weeks={orders} />}
      {deliveries && <Deliveries weeks={deliveries} />}
      {outstanding && <Owed outstanding={outstanding} />}
    </div>
  )
}

const Chart = ({ rows, children }: { rows: readonly object[]; children: ReactNode }) => (
  <ResponsiveContainer width="100%" height={HEIGHT}>
    <BarChart data={[...rows]} margin={{ top: 4, right: 4, left: 0, bottom: 0 }}>
      <CartesianGrid vertical={false} stroke={brand.line} />
      {children}
      <Tooltip />
    </BarChart>
  </ResponsiveContainer>
)

function Orders({ weeks }: { weeks: NonNullable<HomeTrends['orders']> }) {
  const rows = weeks.map((week, id) => ({ id, ...week }))
  const latest = rows.at(-1)!
  return (
    <ChartPanel
      id="trend-orders"
      title="Orders by week"
      says={`${showNumber(latest.orders)} this week, ${showNumber(sum(rows.map(row => row.orders)))} in ${rows.length} weeks.`}
      rows={rows}
      columns={[
        { head: 'Week from', value: row => dayText(row.week) },
        { head: 'Orders', value: row => showNumber(row.orders), right: true },
      ]}
    >
      <Chart rows={rows}>
        <XAxis dataKey="week" tickFormatter={shortDay} tick={ink} />
        <YAxis allowDecimals={false} width={36} tick={ink} />
        <Bar dataKey="orders" name="Orders" fill={brand.purple} isAnimationActive={false} />
      </Chart>
    </ChartPanel>
  )
}

function Deliveries({ weeks }: { weeks: NonNullable<HomeTrends['deliveries']> }) {
  const rows = weeks.map((week, id) => ({ id, ...week, onTime: week.due - week.late }))
  const due = sum(rows.map(row => row.due))
  const onTime = sum(rows.map(row => row.onTime))
  return (
    <ChartPanel
      id="trend-deliveries"
      title="Deliveries due by week"
      says={
        due === 0
          ? 'Nothing was due.'
          : `${percentText(shareOf(onTime, due))} of ${showNumber(due)} deliveries due in these weeks were on time.`
      }
      rows={rows}
      columns={[
        { head: 'Week from', value: row => dayText(row.week) },
        { head: 'On time', value: row => showNumber(row.onTime), right: true },
        { head: 'Late', value: row => showNumber(row.late), right: true },
      ]}
    >
      <Chart rows={rows}>
        <XAxis dataKey="week" tickFormatter={shortDay} tick={ink} />
        <YAxis allowDecimals={false} width={36} tick={ink} />
        <Bar dataKey="onTime" name="On time" stackId="all" fill={brand.green} isAnimationActive={false} />
        <Bar dataKey="late" name="Late" stackId="all" fill={brand.red} isAnimationActive={false} />
      </Chart>
    </ChartPanel>
  )
}

function Owed({ outstanding: { total, buckets, leftOut } }: { outstanding: NonNullable<HomeTrends['outstanding']> }) {
  const rows = ageBuckets.map((bucket, id) => ({ id, name: bucketNames[bucket], paise: buckets[bucket] }))
  return (
    <ChartPanel
      id="trend-outstanding"
      title="Outstanding by age"
      says={[`${rupees(total)} in total, by days past the due date.`, leftOut && leftOutSentence('balance', leftOut)]
        .filter(Boolean)
        .join(' ')}
      rows={rows}
      columns={[
        { head: 'Overdue', value: row => row.name },
        { head: 'Amount', value: row => rupees(row.paise), right: true },
      ]}
    >
      <ResponsiveContainer width="100%" height={HEIGHT}>
        <BarChart data={rows} layout="vertical" margin={{ top: 0, right: 8, left: 0, bottom: 0 }}>
          <XAxis type="number" hide />
          <YAxis type="category" dataKey="name" width={96} tick={ink} interval={0} />
          <Tooltip formatter={value => [rupees(Number(value)), 'Amount']} />
          <Bar dataKey="paise" fill={brand.purple} minPointSize={1} isAnimationActive={false} />
        </BarChart>
      </ResponsiveContainer>
    </ChartPanel>
  )
}
