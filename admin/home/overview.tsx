import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { dayOf } from '../../resources/define/dates.ts'
import type { countTiles } from '../../resources/home/commands.ts'
import { tileLinks } from '../../resources/home/tile.ts'
import { tiles } from '../../resources/home/tiles.ts'
import { usePerson } from '../account/person.ts'
import { at, useAsk } from '../derive/command/ask.ts'
import { Empty } from '../shell/empty.tsx'
import { screensFor } from '../shell/menu/menu-tree.ts'
import { LatestScreens } from './latest-screens.tsx'

const Documents = lazy(() => import('./documents.tsx'))
const Trends = lazy(() => import('./trends.tsx'))

const MOST = 10_000
const amount = (count: number) => (count > MOST ? `${MOST.toLocaleString('en-IN')}+` : count.toLocaleString('en-IN'))

/** Below the work: figures of what else is going on, and behind a click the charts, documents and screens. */
export default function Overview() {
  const [isOpen, setOpen] = useState(false)
  return (
    <footer className="overview">
      <Figures />
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>Charts, documents and all screens</summary>
        {isOpen && (
          <Suspense fallback={<p role="status">Loading...</p>}>
            <Trends />
            <LatestScreens />
            <Documents />
            <AllScreens />
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

function AllScreens() {
  const person = usePerson()
  const areas = screensFor(person).map(({ name, title, entries }) => ({
    path: entries.length === 1 ? entries[0]!.path : `/${name}`,
    title: entries.length === 1 ? entries[0]!.title : title,
    screens: entries.length,
  }))
  return (
    <section className="home-part" aria-labelledby="home-areas">
      <h2 id="home-areas">All screens</h2>
      <ul className="home-links">
        {areas.map(({ path, title, screens }) => (
          <li key={path}>
            <Link to={path}>{title}</Link>
            {screens > 1 && <span className="quiet"> {screens}</span>}
          </li>
        ))}
      </ul>
      {areas.length === 0 && (
        <Empty text="None of your roles opens a screen yet. Ask an IT administrator for the role your work needs.">
          <Link to="/masters/contact-details">Open your profile</Link>
        </Empty>
      )}
    </section>
  )
}
