import { type ReactNode, useMemo } from 'react'
import { Link, useLocation } from 'react-router'
import { usePerson } from '../account/person.ts'
import { Icon } from './menu/icons.tsx'
import { screensFor } from './menu/menu-tree.ts'
import { useSavedScreens } from './menu/saved-screens.ts'
import { groups, type MenuGroup } from './page-list.ts'

/** The header of every page inside the shell: breadcrumbs, title, actions. */
export function PageFrame(page: {
  title: string
  /** Its name in the breadcrumbs, where that is shorter than the title. */
  here?: string
  purpose?: string
  /** The pages between its branch and itself. */
  trail?: readonly { title: string; path: string }[]
  /** Buttons, top right. */
  actions?: ReactNode
  children: ReactNode
}) {
  const { pathname } = useLocation()
  const group = pathname.split('/')[1] as MenuGroup
  const branch = groups[group] && pathname !== `/${group}` ? [{ title: groups[group], path: `/${group}` }] : []
  const trail = [{ title: 'Home', path: '/' }, ...branch, ...(page.trail ?? [])]
  return (
    <>
      {pathname !== '/' && (
        <nav aria-label="Breadcrumb" className="breadcrumb">
          <ol>
            {trail.map(step => (
              <li key={step.path}>
                <Link to={step.path}>{step.title}</Link>
              </li>
            ))}
            <li aria-current="page">{page.here ?? page.title}</li>
          </ol>
        </nav>
      )}
      <div className="page-head">
        <div>
          <div className="page-title">
            <h1>{page.title}</h1>
            <Favourite />
          </div>
          {page.purpose && <p className="quiet">{page.purpose}</p>}
        </div>
        {page.actions && <div className="page-actions">{page.actions}</div>}
      </div>
      {page.children}
    </>
  )
}

/** Marks the screen as a favourite, shown at the top of the menu; only for screens in the menu. */
function Favourite() {
  const person = usePerson()
  const { pathname } = useLocation()
  const { favourites, mark } = useSavedScreens()
  const inMenu = useMemo(
    () => screensFor(person).some(({ entries }) => entries.some(({ path }) => path === pathname)),
    [person, pathname],
  )
  if (!inMenu) return null
  return (
    <button
      type="button"
      className="favourite"
      aria-label="Among my favourites"
      title="Among my favourites"
      aria-pressed={favourites.includes(pathname)}
      onClick={() => mark(pathname)}
    >
      <Icon name="star" size={16} />
    </button>
  )
}
