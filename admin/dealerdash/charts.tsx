import {
  Bar,
  BarChart,
  CartesianGrid,
  ComposedChart,
  LabelList,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import type { DistributorDashboard } from '../../resources/dealerdash/commands.ts'
import { monthName, monthText, percentText, quantityText, rupees, rupeesInShort } from '../../resources/define/show.ts'
import { ChartPanel } from '../derive/chart/chart-panel.tsx'
import { useNarrow } from '../derive/use-narrow.ts'
import { brand } from '../theme/palettes.ts'

const HEIGHT = 280
/** Told apart by lightness as well, for people who see no colours. */
const colours = { target: '#8c8c8c', achieved: brand.purple, needed: brand.pinkInk }

/** The charts of the dashboard, loaded with it alone. */
export default function Charts({ figures }: { figures: DistributorDashboard }) {
  return (
    <div className="chart-grid">
      <Months figures={figures} />
      <Pace figures={figures} />
      <Products figures={figures} />
    </div>
  )
}

function Months({ figures: { months, ytd } }: { figures: DistributorDashboard }) {
  const rows = months.map((month, id) => ({ ...month, id, name: monthName(month.month) }))
  const reached = rows.filter(({ isClosed, pct }) => isClosed && pct !== null && pct >= 10_000).length
  const isEmpty = rows.every(({ target, achieved }) => target === 0 && achieved === 0)
  return (
    <ChartPanel
      id="chart-months"
      title="Target and sales by month"
      says={
        isEmpty
          ? 'No targets or sales this year.'
          : `${rupees(ytd.achieved)} of ${rupees(ytd.target)} so far; ${reached === 1 ? '1 closed month' : `${reached} closed months`} reached the target.`
      }
      rows={isEmpty ? [] : rows}
      columns={[
        { head: 'Month', value: row => monthText(row.month) },
        { head: 'Target', value: row => rupees(row.target), right: true },
        { head: 'Achieved', value: row => rupees(row.achieved), right: true },
        { head: 'Achievement', value: row => (row.pct === null ? '' : percentText(row.pct)), right: true },
        { head: 'Incentive', value: row => rupees(row.incentive), right: true },
      ]}
      isWide
    >
      <ResponsiveContainer width="100%" height={HEIGHT}>
        <BarChart data={rows} margin={{ right: 8, left: 8 }} title="Target and sales by month">
          <CartesianGrid vertical={false} stroke={brand.line} />
          <XAxis dataKey="name" tick={{ fill: brand.ink }} interval="preserveStartEnd" minTickGap={4} />
          <YAxis width={72} tickFormatter={rupeesInShort} tick={{ fill: brand.ink }} />
          <Tooltip formatter={(value, name) => [rupees(Number(value)), name]} />
          <Bar dataKey="target" name="Target" fill={colours.target} isAnimationActive={false} />
          <Bar dataKey="achieved" name="Achieved" fill={colours.achieved} isAnimationActive={false} />
        </BarChart>
      </ResponsiveContainer>
      <Legend
        entries={[
          ['Target', colours.target],
          ['Achieved', colours.achieved],
        ]}
      />
    </ChartPanel>
  )
}

/** The sums since April, and what the remaining months must bring. */
function Pace({ figures: { months, month: now, wholeYear, ytd, runRate } }: { figures: DistributorDashboard }) {
  const closed = months.filter(({ isClosed }) => isClosed).length
  let [target, achieved] = [0, 0]
  const rows = months.map((one, id) => {
    target += one.target
    achieved += one.achieved
    const isReached = one.month <= now
    // What is there plus the run rate, from the first month that is not over.
    const needed =
      runRate && runRate.perMonth > 0 && id >= closed ? ytd.achieved + runRate.perMonth * (id - closed + 1) : null
    return { id, month: one.month, name: monthName(one.month), target, achieved: isReached ? achieved : null, needed }
  })
  return (
    <ChartPanel
      id="chart-pace"
      title="Run rate"
      says={
        wholeYear === 0
          ? 'No target is set for this year.'
          : runRate === null
            ? `The year closed at ${rupees(ytd.achieved)} of ${rupees(wholeYear)}.`
            : runRate.perMonth === 0
              ? 'The target of the year is reached.'
              : `${rupees(runRate.perMonth)} a month in the remaining ${runRate.monthsLeft} reaches the target of the year.`
      }
      rows={wholeYear === 0 ? [] : rows}
      columns={[
        { head: 'Up to', value: row => monthText(row.month) },
        { head: 'Target', value: row => rupees(row.target), right: true },
        { head: 'Achieved', value: row => (row.achieved === null ? '' : rupees(row.achieved)), right: true },
        { head: 'Needed', value: row => (row.needed === null ? '' : rupees(row.needed)), right: true },
      ]}
    >
      <ResponsiveContainer width="100%" height={HEIGHT}>
        <ComposedChart data={rows} margin={{ right: 8, left: 8 }} title="Sales since April against the target">
          <CartesianGrid vertical={false} stroke={brand.line} />
          <XAxis dataKey="name" tick={{ fill: brand.ink }} interval="preserveStartEnd" minTickGap={4} />
          <YAxis width={72} tickFormatter={rupeesInShort} tick={{ fill: brand.ink }} />
          <Tooltip formatter={(value, name) => [rupees(Number(value)), name]} />
          <Line
            dataKey="target"
            name="Target"
            stroke={colours.target}
            strokeWidth={2}
            dot={false}
            isAnimationActive={false}
          />
          <Line
            dataKey="achieved"
            name="Achieved"
            stroke={colours.achieved}
            strokeWidth={3}
            dot
            isAnimationActive={false}
          />
          <Line
            dataKey="needed"
            name="Needed"
            stroke={colours.needed}
            strokeWidth={2}
            strokeDasharray="6 4"
            dot={false}
            isAnimationActive={false}
          />
        </ComposedChart>
      </ResponsiveContainer>
      <Legend
        entries={[
          ['Target', colours.target],
          ['Achieved', colours.achieved],
          ...(runRate && runRate.perMonth > 0 ? [['Needed', colours.needed] as const] : []),
        ]}
      />
    </ChartPanel>
  )
}

function Products({ figures: { products } }: { figures: DistributorDashboard }) {
  const narrow = useNarrow()
  return (
    <ChartPanel
      id="chart-products"
      title="Top products"
      says={
        products.length === 0
          ? 'No purchases this year.'
          : 'Net sales of the year by product, less returns and credit notes.'
      }
      rows={products}
      columns={[
        { head: 'Product', value: row => row.name },
        {
          head: 'Quantity',
          value: row => (row.qty === null ? 'mixed' : `${quantityText(row.qty)} ${row.uom ?? ''}`),
          right: true,
        },
        { head: 'Net sales', value: row => rupees(row.value), right: true },
      ]}
    >
      <ResponsiveContainer width="100%" height={Math.max(120, products.length * 40 + 40)}>
        <BarChart data={products} layout="vertical" margin={{ right: narrow ? 64 : 80, left: 0 }} title="Top products">
          <CartesianGrid horizontal={false} stroke={brand.line} />
          <XAxis type="number" tickFormatter={rupeesInShort} tick={{ fill: brand.ink }} tickCount={4} />
          <YAxis
            type="category"
            dataKey="name"
            // A phone has room for the code; the table has the names.
            tickFormatter={(name: string) => (narrow ? name.split(' · ')[0]! : name)}
            width={narrow ? 64 : 190}
            tick={{ fill: brand.ink, fontSize: 12 }}
          />
          <Tooltip formatter={value => [rupees(Number(value)), 'Net sales']} />
          <Bar dataKey="value" fill={colours.achieved} minPointSize={1} isAnimationActive={false}>
            <LabelList
              dataKey="value"
              position="right"
              fill={brand.ink}
              formatter={value => rupeesInShort(Number(value))}
            />
          </Bar>
        </BarChart>
      </ResponsiveContainer>
    </ChartPanel>
  )
}

function Legend({ entries }: { entries: readonly (readonly [name: string, colour: string])[] }) {
  return (
    <ul className="chart-legend">
      {entries.map(([name, colour]) => (
        <li key={name}>
          <span className="chart-colour" style={{ background: colour }} aria-hidden="true" />
          {name}
        </li>
      ))}
    </ul>
  )
}
