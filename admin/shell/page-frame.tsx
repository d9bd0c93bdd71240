import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import { Link, useLocation } from 'react-router'
import { usePerson } from '../account/person.ts'
import { useLinksLeft } from './came-from.ts'
import { Icon } from './menu/icons.tsx'
import { everyScreen, nounsFor } from './menu/menu-tree.ts'
import { useSavedScreens } from './menu/saved-screens.ts'
import { headingAt } from './page-list.ts'
import './menu/noun-tabs.css'

const NounTabs = lazy(() => import('./menu/noun-tabs.tsx'))

/** The header of every page inside the shell: the tabs of its noun or the way back, heading, actions. */
export function PageFrame(page: {
  /** What it is called, where its entry in the pages of its room declares no heading. */
  title?: string
  purpose?: string
  /** The pages above it. */
  trail?: readonly { title: string; path: string }[]
  /** Buttons, top right. */
  actions?: ReactNode
  children: ReactNode
}) {
  useLinksLeft()
  return (
    <>
      {page.trail ? (
        <nav aria-label="Breadcrumb" className="breadcrumb">
          {page.trail.map(({ title, path }) => (
            <Link key={path} to={path}>
              <Icon name="left" size={11} /> {title}
            </Link>
          ))}
        </nav>
      ) : (
        <Tabs />
      )}
      <div className="page-head">
        <div>
          <PageHeading title={page.title} />
          {page.purpose && <p className="quiet">{page.purpose}</p>}
        </div>
        {page.actions && <div className="page-actions">{page.actions}</div>}
      </div>
      {page.children}
    </>
  )
}

/** The heading of a page, with the pin of its screen. */
export function PageHeading({ title }: { title?: string | undefined }) {
  const { pathname } = useLocation()
  return (
    <div className="page-title">
      <h1>{headingAt(pathname, title)}</h1>
      <Pin />
    </div>
  )
}

/** The tabs of the noun of which the present screen is a list, in a place that is kept for them; none on other pages. */
function Tabs() {
  const person = usePerson()
  const { pathname } = useLocation()
  const noun = useMemo(
    () => nounsFor(person).find(({ tabs }) => tabs.some(({ path }) => path === pathname)),
    [person, pathname],
  )
  if (!noun || noun.entries.length === 1) return null
  return (
    <Suspense fallback={<div className="noun-tabs" />}>
      <NounTabs noun={noun} />
    </Suspense>
  )
}

/** Pins a screen to the side bar. */
function Pin() {
  const person = usePerson()
  const { pathname } = useLocation()
  const { favourites, mark } = useSavedScreens()
  const isScreen = useMemo(
    () => everyScreen(person).some(({ entries }) => entries.some(({ path }) => path === pathname)),
    [person, pathname],
  )
  if (!isScreen) return null
  return (
    <button
      type="button"
      className="favourite"
      aria-label="Pinned to the side bar"
      title="Pinned to the side bar"
      aria-pressed={favourites.includes(pathname)}
      onClick={() => mark(pathname)}
    >
      <Icon name="pin" size={16} />
    </button>
  )
}
