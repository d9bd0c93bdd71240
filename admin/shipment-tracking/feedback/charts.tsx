import { Bar, BarChart, CartesianGrid, LabelList, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { shareOf } from '../../../resources/define/amounts.ts'
import { percentText, showNumber } from '../../../resources/define/show.ts'
import type { FeedbackFigures } from '../../../resources/shipment-tracking/commands/feedback.ts'
import { ChartPanel } from '../../derive/chart/chart-panel.tsx'
import { brand } from '../../theme/palettes.ts'

const HEIGHT = 220
/** More transporters than this are in the table alone. */
const MOST_BARS = 10

/** How many gave which rating, and the averages of each transporter; both can be read as tables. */
export default function FeedbackCharts({ figures }: { figures: FeedbackFigures }) {
  return (
    <div className="chart-grid">
      <Ratings figures={figures} />
      <Transporters figures={figures} />
    </div>
  )
}

function Ratings({ figures: { ratings, answered } }: { figures: FeedbackFigures }) {
  const rows = ratings.map(({ rating, count }) => ({ id: rating, name: String(rating), count }))
  return (
    <ChartPanel
      id="chart-ratings"
      title="Ratings"
      says={answered === 0 ? 'No answers yet.' : 'How many customers gave which rating: 1 is bad, 5 is very good.'}
      rows={answered === 0 ? [] : rows}
      columns={[
        { head: 'Rating', value: row => row.name },
        { head: 'Answers', value: row => showNumber(row.count), right: true },
      ]}
    >
      <ResponsiveContainer width="100%" height={HEIGHT}>
        <BarChart data={rows} margin={{ top: 20 }} title="Answers by rating">
          <CartesianGrid vertical={false} stroke={brand.line} />
          <XAxis dataKey="name" tick={{ fill: brand.ink }} />
          <YAxis allowDecimals={false} width={40} />
          <Tooltip formatter={value => [String(value), 'Answers']} />
          <Bar dataKey="count" fill={brand.purple} isAnimationActive={false}>
            <LabelList dataKey="count" position="top" />
          </Bar>
        </BarChart>
      </ResponsiveContainer>
    </ChartPanel>
  )
}

const average = (value: number | null) => (value === null ? '' : showNumber(value, 2))

function Transporters({ figures: { transporters } }: { figures: FeedbackFigures }) {
  const shown = transporters
    .filter(({ rating }) => rating !== null)
    .slice(0, MOST_BARS)
    .map(row => ({ name: row.name, average: row.rating! / 100 }))
  return (
    <ChartPanel
      id="chart-feedback-transporters"
      title="Rating by transporter"
      says={
        transporters.length > MOST_BARS
          ? `The ${MOST_BARS} transporters with the most answers; all are in the table.`
          : 'The average rating of each transporter, of 5.'
      }
      rows={transporters}
      columns={[
        { head: 'Transporter', value: row => row.name },
        { head: 'Asked', value: row => showNumber(row.asked), right: true },
        { head: 'Answered', value: row => showNumber(row.answered), right: true },
        { head: 'Response rate', value: row => percentText(shareOf(row.answered, row.asked)), right: true },
        { head: 'Rating', value: row => average(row.rating), right: true },
        { head: 'Packaging', value: row => average(row.packagingRating), right: true },
        { head: 'Timeliness', value: row => average(row.timelinessRating), right: true },
        { head: 'Driver', value: row => average(row.driverRating), right: true },
      ]}
    >
      <ResponsiveContainer width="100%" height={Math.max(120, shown.length * 36 + 40)}>
        <BarChart data={shown} layout="vertical" margin={{ right: 40, left: 8 }} title="Average rating by transporter">
          <CartesianGrid horizontal={false} stroke={brand.line} />
          <XAxis type="number" domain={[0, 5]} ticks={[0, 1, 2, 3, 4, 5]} />
          <YAxis type="category" dataKey="name" width={130} tick={{ fill: brand.ink }} />
          <Tooltip formatter={value => [String(value), 'Rating']} />
          <Bar dataKey="average" fill={brand.purple} isAnimationActive={false}>
            <LabelList dataKey="average" position="right" />
          </Bar>
        </BarChart>
      </ResponsiveContainer>
    </ChartPanel>
  )
}
