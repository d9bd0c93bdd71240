import { Bar, BarChart, CartesianGrid, Cell, LabelList, ResponsiveContainer, XAxis, YAxis } from 'recharts'
import type { Resource } from '../../../resources/define/resource.ts'
import { dayText, rupees, rupeesInShort, showNumber } from '../../../resources/define/show.ts'
import type { GrowthBridge, showBridge } from '../../../resources/mis/commands/growth-bridge.ts'
import { type BridgeStep, bridgeSteps } from '../../../resources/mis/growth-bridge.ts'
import { Failure } from '../../shell/failure.tsx'
import { queryFrom } from '../../shell/query.ts'
import { brand } from '../../theme/palettes.ts'
import { ChartPanel } from '../chart/chart-panel.tsx'
import { at, useAsk } from '../command/ask.ts'
import { listRequest } from '../list/list-state.ts'
import { useShownState } from '../list/use-shown-state.ts'

const HEIGHT = 300
const steps: Record<BridgeStep, string> = {
  LOST: 'Lost customers',
  NEW: 'New customers',
  VOLUME: 'Volume',
  MIX: 'Mix',
  PRICE: 'Price',
  RETURNS: 'Returns and notes',
}
// Up and down differ in lightness too, and each bar bears its sign.
const UP = '#0072b2'
const DOWN = '#e69f00'

/** Why the sales of a period are not those of the year before: step by step, as a chart and as a table. */
export default function GrowthBridgePanel({ report }: { report: Resource }) {
  const { filters, query } = listRequest(report, useShownState(report))
  const params = { ...queryFrom({ filters, pagination: { mode: 'off' } }), ...query, report: report.path }
  const { data, error, refetch } = useAsk(at<typeof showBridge>('GET growth-bridge'), params)
  if (error) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <p role="status">Loading...</p>
  return <Bridge bridge={data} />
}

interface Line {
  id: number
  name: string
  value: number
  /** Where its bar begins and ends. */
  span: [number, number]
  colour: string
}

function linesOf({ before, after, steps: values, period, periodBefore }: GrowthBridge): Line[] {
  let at = before
  const between = bridgeSteps.map((step, index): Line => {
    const value = values[step]
    const span: [number, number] = [at, at + value]
    at += value
    return { id: index + 1, name: steps[step], value, span, colour: value < 0 ? DOWN : UP }
  })
  const totalLine = (id: number, [from = '', to = '']: readonly string[], value: number): Line => ({
    id,
    name: `${dayText(from)} to ${dayText(to)}`,
    value,
    span: [0, value],
    colour: brand.purple,
  })
  return [totalLine(0, periodBefore, before), ...between, totalLine(bridgeSteps.length + 1, period, after)]
}

const isWhole = ({ id }: Line) => id === 0 || id === bridgeSteps.length + 1
const signed = (line: Line) => (line.value > 0 && !isWhole(line) ? `+${rupees(line.value)}` : rupees(line.value))

const customers = (count: number) => (count === 1 ? '1 customer' : `${showNumber(count)} customers`)

function Bridge({ bridge }: { bridge: GrowthBridge }) {
  const lines = linesOf(bridge)
  const { lostCustomers, newCustomers } = bridge
  const title = 'Growth bridge'
  const says = `Between the year before and this period the company won ${customers(newCustomers)} and lost ${customers(lostCustomers)}. Volume is valued at average prices, mix is the effect of other products, and price is the rest.`
  return (
    <ChartPanel
      id="growth-bridge"
      title={title}
      says={says}
      rows={lines}
      columns={[
        { head: 'Step', value: row => row.name },
        { head: 'Net sales', value: signed, right: true },
      ]}
    >
      <ResponsiveContainer width="100%" height={HEIGHT}>
        <BarChart data={lines} layout="vertical" margin={{ right: 96, left: 8 }} title={title}>
          <CartesianGrid horizontal={false} stroke={brand.line} />
          <XAxis type="number" tickFormatter={(paise: number) => rupeesInShort(paise)} />
          <YAxis type="category" dataKey="name" width={150} tick={{ fill: brand.ink }} />
          <Bar dataKey="span" minPointSize={1} isAnimationActive={false}>
            {lines.map(({ id, colour }) => (
              <Cell key={id} fill={colour} stroke={brand.ink} />
            ))}
            <LabelList
              dataKey="value"
              position="right"
              formatter={value => rupeesInShort(Number(value))}
              fill={brand.ink}
            />
          </Bar>
        </BarChart>
      </ResponsiveContainer>
    </ChartPanel>
  )
}
