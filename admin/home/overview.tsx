import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { dayOf } from '../../resources/define/dates.ts'
import type { countTiles } from '../../resources/home/commands.ts'
import { tileLinks } from '../../resources/home/tile.ts'
import { tiles } from '../../resources/home/tiles.ts'
import { at, useAsk } from '../derive/command/ask.ts'

const Documents = lazy(() => import('./documents.tsx'))
const Trends = lazy(() => import('./trends.tsx'))

const MOST = 10_000
const amount = (count: number) => (count > MOST ? `${MOST.toLocaleString('en-IN')}+` : count.toLocaleString('en-IN'))

/** Below the work: figures of what else is going on, and behind a click the charts and documents. */
export default function Overview() {
  const [isOpen, setOpen] = useState(false)
  return (
    <footer className="overview">
      <Figures />
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>Charts and documents</summary>
        {isOpen && (
          <Suspense fallback={<p role="status">Loading...</p>}>
            <Trends />
            <Documents />
          </Suspense>
        )}
      </details>
    </footer>
  )
}

/** Numbers of lists that are no work of the person; zeros are left out. */
function Figures() {
  const { data } = useAsk(at<typeof countTiles>('GET home'), {}, { refetchInterval: 60_000 })
  const today = dayOf(new Date().toISOString())
  const shown = tiles.flatMap(tile => {
    const count = data?.find(({ name }) => name === tile.name)
    return tile.work || !count || count.total === 0 ? [] : [{ tile, count }]
  })
  if (shown.length === 0) return null
  return (
    <ul className="overview-figures">
      {shown.map(({ tile, count }) => {
        const links = tileLinks(tile, today)
        return (
          <li key={tile.name}>
            <Link to={links.all ?? '/'}>
              <strong>{amount(count.total)}</strong> {tile.label}
            </Link>
            {tile.late && count.late !== null && count.late > 0 && (
              <Link className="is-late" to={links.late ?? '/'}>
                {amount(count.late)} {tile.late.label}
              </Link>
            )}
          </li>
        )
      })}
    </ul>
  )
}
