import { type ReactNode, useMemo } from 'react'
import { Link, useLocation } from 'react-router'
import { type Person, usePerson } from '../account/person.ts'
import { useLinksLeft } from './came-from.ts'
import { Icon } from './menu/icons.tsx'
import { menuFor, screensFor } from './menu/menu-tree.ts'
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
  const person = usePerson()
  useLinksLeft()
  const branch = person.user.customerId === null ? branchOf(pathname) : buyerBranchOf(pathname, person, page.title)
  const trail: readonly Step[] = [{ title: 'Home', path: '/' }, ...branch, ...(page.trail ?? [])]
  return (
    <>
      {pathname !== '/' && (
        <nav aria-label="Breadcrumb" className="breadcrumb">
          <ol>
            {trail.map(step => (
              <li key={step.path ?? step.title}>
                {step.path === undefined ? step.title : <Link to={step.path}>{step.title}</Link>}
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

interface Step {
  title: string
  path?: string
}

/** The branch of the menu that a screen belongs to, which has a page of its own. */
function branchOf(pathname: string): Step[] {
  const group = pathname.split('/')[1] as MenuGroup
  return groups[group] && pathname !== `/${group}` ? [{ title: groups[group], path: `/${group}` }] : []
}

/** Of those who buy the branch of their own menu, which is only a name. */
function buyerBranchOf(pathname: string, person: Person, title: string): Step[] {
  const branch = menuFor(person).find(({ entries }) =>
    entries.some(({ path }) => pathname === path || pathname.startsWith(`${path}/`)),
  )
  const isItself = branch?.title.toLowerCase() === title.toLowerCase()
  return branch && branch.entries.length > 1 && !isItself ? [{ title: branch.title }] : []
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
