import { useMemo } from 'react'
import { Link, useLocation } from 'react-router'
import { homeTitles, nounAt } from '../../../resources/menu/nouns.ts'
import { usePerson } from '../../account/person.ts'
import { FIND_KEYS } from '../../palette/palette-button.tsx'
import { everyScreen, nounsFor } from '../../shell/menu/menu-tree.ts'
import { useSavedScreens } from '../../shell/menu/saved-screens.ts'
import { Mark } from './mark.tsx'
import { type Place, useRecent } from './recent.ts'
import { useWaiting } from './use-waiting.ts'

/**
 * The side bar: the nouns of the person with what waits in each, what they pinned and opened last, and the way to every
 * screen. The nouns stand first and have room for their numbers, so that nothing that comes later moves them.
 */
export function Menu({ onLeave, onAllScreens }: { onLeave?: () => void; onAllScreens: () => void }) {
  const person = usePerson()
  const { pathname } = useLocation()
  const nouns = useMemo(() => nounsFor(person), [person])
  const titles = useMemo(
    () => new Map(everyScreen(person).flatMap(({ entries }) => entries.map(({ path, title }) => [path, title]))),
    [person],
  )
  const { favourites } = useSavedScreens()
  const pinned = favourites.flatMap((path): Place[] => {
    const title = titles.get(path)
    return title === undefined ? [] : [{ path, title }]
  })
  const recent = useRecent(titles, [...favourites, ...nouns.map(({ path }) => path)])
  const waiting = useWaiting()
  const here = nounAt(nouns, pathname)?.name
  const home = homeTitles[person.user.customerId === null ? 'staff' : 'buyer']
  const shared = { pathname, onLeave }
  return (
    <nav className="menu" aria-label="Screens">
      <div className="menu-lines">
        <ul>
          <Line path="/" title={home} total={waiting?.all} isHere={pathname === '/'} {...shared} />
          {nouns.map(({ name, title, path }) => (
            <Line
              key={name}
              path={path}
              title={title}
              total={waiting?.byNoun.get(name)}
              isHere={name === here}
              {...shared}
            />
          ))}
        </ul>
        <Lines title="Pinned" places={pinned} {...shared} />
        <Lines title="Recent" places={recent} {...shared} />
      </div>
      <button type="button" className="menu-all" aria-haspopup="dialog" onClick={onAllScreens}>
        All {titles.size} screens <kbd>{FIND_KEYS}</kbd>
      </button>
    </nav>
  )
}

interface Shared {
  pathname: string
  onLeave: (() => void) | undefined
}

/** A line of the side bar; its number stands in a place of its own. */
function Line({
  path,
  title,
  total = 0,
  isHere = false,
  pathname,
  onLeave,
}: Place & Shared & { total?: number | undefined; isHere?: boolean }) {
  const isThis = path === pathname
  return (
    <li>
      <Link
        to={path}
        className={isHere || isThis ? 'is-here' : undefined}
        aria-current={isThis ? 'page' : isHere || undefined}
        title={title}
        onClick={onLeave}
      >
        <span className="menu-title">{title}</span>
        <Mark total={total} />
      </Link>
    </li>
  )
}

function Lines({ title, places, ...shared }: Shared & { title: string; places: readonly Place[] }) {
  if (places.length === 0) return null
  const id = `menu-${title}`
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul>
        {places.map(place => (
          <Line key={place.path} {...place} {...shared} />
        ))}
      </ul>
    </section>
  )
}
