import { useMemo } from 'react'
import { Link, useLocation } from 'react-router'
import { usePerson } from '../../account/person.ts'
import { type MenuEntry, nounsFor } from './menu-tree.ts'
import './noun-tabs.css'

/** So many stand side by side; the rest are behind *More*. */
const MOST = 7

/** The lists of the noun to which the present one belongs, and what is rarely opened behind *More*; on no other page. */
export function NounTabs() {
  const person = usePerson()
  const { pathname } = useLocation()
  const nouns = useMemo(() => nounsFor(person), [person])
  const noun = nouns.find(({ tabs }) => tabs.some(({ path }) => path === pathname))
  if (!noun || noun.entries.length === 1) return null
  const { tabs, entries, title } = noun
  const first = tabs.length <= MOST + 1 ? tabs : tabs.slice(0, MOST)
  const shown = [...first, ...tabs.filter(tab => !first.includes(tab) && tab.path === pathname)]
  const rest = entries.filter(entry => !shown.includes(entry))
  return (
    <nav className="noun-tabs" aria-label={title}>
      <ul>
        {shown.map(entry => (
          <li key={entry.path}>
            <Tab entry={entry} isHere={entry.path === pathname} />
          </li>
        ))}
      </ul>
      {rest.length > 0 && <More entries={rest} />}
    </nav>
  )
}

const Tab = ({ entry: { path, title, tab = title }, isHere }: { entry: MenuEntry; isHere: boolean }) => (
  <Link to={path} aria-current={isHere ? 'page' : undefined}>
    {tab}
  </Link>
)

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
