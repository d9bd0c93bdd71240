import { Link, useLocation } from 'react-router'
import { tabNames } from '../../../resources/menu/tab-names.ts'
import { usePerson } from '../../account/person.ts'
import type { MenuEntry, OpenNoun } from './menu-tree.ts'

/** So many stand side by side; the rest are behind *More*. */
const MOST = 7

/** The lists of a noun, of which the present one is marked, and behind *More* what is rarely opened. */
export default function NounTabs({ noun }: { noun: OpenNoun }) {
  const { pathname } = useLocation()
  const { user } = usePerson()
  const { tabs, entries, title } = noun
  // Those who buy have names of their own.
  const nameOf = ({ path, title: heading }: MenuEntry) =>
    (user.customerId === null ? tabNames[path] : undefined) ?? heading
  const first = tabs.length <= MOST + 1 ? tabs : tabs.slice(0, MOST)
  const shown = [...first, ...tabs.filter(tab => !first.includes(tab) && tab.path === pathname)]
  const rest = entries.filter(entry => !shown.includes(entry))
  return (
    <nav className="noun-tabs" aria-label={title}>
      <ul>
        {shown.map(entry => (
          <li key={entry.path}>
            <Link to={entry.path} aria-current={entry.path === pathname ? 'page' : undefined}>
              {nameOf(entry)}
            </Link>
          </li>
        ))}
      </ul>
      {rest.length > 0 && <More entries={rest} />}
    </nav>
  )
}

/** The others, shown by a press and gone as soon as the focus is elsewhere. */
function More({ entries }: { entries: readonly MenuEntry[] }) {
  return (
    <details
      className="more-screens"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) currentTarget.open = false
      }}
      onKeyDown={({ key, currentTarget }) => {
        if (key !== 'Escape' || !currentTarget.open) return
        currentTarget.open = false
        currentTarget.querySelector('summary')?.focus()
      }}
    >
      <summary>More</summary>
      <ul>
        {entries.map(({ path, title }) => (
          <li key={path}>
            {/* A pressed link that has no focus, as in Safari, would close the list before it is followed. */}
            <Link to={path} onMouseDown={event => event.preventDefault()}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}
