import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { shareOf } from '../../../resources/define/amounts.ts'
import { percentText, showNumber } from '../../../resources/define/show.ts'
import type { FeedbackFigures } from '../../../resources/shipment-tracking/commands/feedback.ts'
import { feedbackReport } from '../../../resources/shipment-tracking/feedback-report.ts'
import { listRequest, readState } from '../../derive/list/list-state.ts'
import { api, type Refusal } from '../../shell/api.ts'
import { queryFrom } from '../../shell/query.ts'
import { useAddress } from '../../shell/use-address.ts'
import { FigureTiles } from '../figure-tiles.tsx'
import './figures.css'

const Charts = lazy(() => import('./charts.tsx'))

/** How many answered, their averages, and both by transporter, for the period and transporter of the list. */
export function FeedbackFiguresPanel() {
  const [address] = useAddress()
  const { filters } = listRequest(feedbackReport, readState(feedbackReport, address))
  const params = queryFrom({ filters, pagination: { mode: 'off' } })
  const { data } = useQuery<FeedbackFigures, Refusal>({
    queryKey: ['shipment-tracking/feedback', 'figures', params],
    placeholderData: keepPreviousData,
    queryFn: async () => (await api.get<FeedbackFigures>(`/shipment-tracking/feedback-figures`, { params })).data,
  })
  if (!data) return null
  const { asked: customersAsked, answered } = data
  const average = (value: number | null) => (value === null ? '–' : showNumber(value, 2))
  const tiles: [string, string, string][] = [
    ['Answered', showNumber(answered), `of ${showNumber(customersAsked)} customers asked`],
    ['Response rate', customersAsked === 0 ? '–' : percentText(shareOf(answered, customersAsked)), 'of those asked'],
    ['Rating', average(data.rating), 'on average, of 5'],
    ['Packaging', average(data.packagingRating), 'on average, of 5'],
    ['Timeliness', average(data.timelinessRating), 'on average, of 5'],
    ['Driver', average(data.driverRating), 'on average, of 5'],
  ]
  return (
    <section className="feedback-figures" aria-label="Figures">
      <FigureTiles tiles={tiles} />
      {customersAsked > 0 && (
        <Suspense fallback={null}>
          <Charts figures={data} />
        </Suspense>
      )}
    </section>
  )
}
