import { percentText, showNumber } from '../../../resources/define/show.ts'
import type { Dashboard } from '../../../resources/shipment-tracking/commands/lanes.ts'
import { FigureTiles } from '../figure-tiles.tsx'

/** The figures of the dashboard, each with what it counts. */
export function Tiles({ figures }: { figures: Dashboard }) {
  const { onTime, rating } = figures
  const tiles: [string, string, string][] = [
    ['Dispatched', showNumber(figures.dispatched), 'in the period'],
    ['In transit', showNumber(figures.inTransit), 'of those dispatched'],
    ['Delivered', showNumber(figures.delivered), 'in the period'],
    ['Late', showNumber(onTime.late), `of ${showNumber(onTime.due)} due`],
    [
      'On time',
      onTime.pct === null ? '–' : percentText(onTime.pct),
      onTime.pct === null ? 'nothing was due' : `${showNumber(onTime.kept)} of ${showNumber(onTime.due)} due`,
    ],
    ['POD pending', showNumber(figures.podPending), 'of those delivered'],
    [
      'Rating',
      rating.average === null ? '–' : showNumber(rating.average, 2),
      rating.count === 0 ? 'no ratings yet' : `of 5, by ${showNumber(rating.count)} receivers`,
    ],
  ]
  return <FigureTiles tiles={tiles} />
}
