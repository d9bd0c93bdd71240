import { Input } from 'antd'
import { useState } from 'react'
import { Link, Navigate, useLocation, useNavigate } from 'react-router'
import { type Person, usePerson } from '../../account/person.ts'
import { Icon } from '../../shell/menu/icons.tsx'
import { type MenuEntry, menuFor, partsOf, screensFor, searchMenu } from '../../shell/menu/menu-tree.ts'
import { PageFrame } from '../../shell/page-frame.tsx'
import { groups, type MenuGroup } from '../../shell/page-list.ts'
import { useTitle } from '../../shell/title.ts'
import { Count } from './count.tsx'

/** Screens as cards: name, purpose, and number of waiting rows. */
function Cards({ entries }: { entries: readonly Pick<MenuEntry, 'path' | 'title' | 'purpose' | 'count'>[] }) {
  return (
    <ul className="cards">
      {entries.map(entry => (
        <li key={entry.path}>
          <Link to={entry.path} className="card">
            <span className="card-title">
              {entry.title}
              {entry.count && <Count count={entry.count} words=" waiting" />}
            </span>
            {entry.purpose && <span className="quiet">{entry.purpose}</span>}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The page of a menu branch: its screens as cards, with a search box. */
export default function GroupIndex() {
  const group = useLocation().pathname.split('/')[1] as MenuGroup
  const [text, setText] = useState('')
  const person = usePerson()
  const navigate = useNavigate()
  useTitle(groups[group])
  const cards = cardsOf(group, person)
  if (cards.length === 0) {
    const reason = `None of your roles opens a screen under ${groups[group]}.`
    return <Navigate replace to="/noaccess" state={{ reason, at: `/${group}` }} />
  }
  const branch = { name: group, title: groups[group], entries: cards }
  const entries = searchMenu([branch], text, { byPurpose: true })[0]?.entries ?? []
  const parts = group === 'masters' && person.user.customerId === null ? partsOf({ ...branch, entries }) : []
  const first = (parts[0]?.entries ?? entries)[0]
  return (
    <PageFrame title={groups[group]}>
      <Input
        className="find-card"
        allowClear
        prefix={<Icon name="search" />}
        aria-label={`Find under ${groups[group]}`}
        placeholder="Find a screen by its name or purpose"
        value={text}
        onChange={event => setText(event.target.value)}
        onPressEnter={() => first && void navigate(first.path)}
      />
      {parts.length > 1 ? (
        parts.map(part => (
          <section key={part.name} className="card-part" aria-labelledby={`part-${part.name}`}>
            <h2 id={`part-${part.name}`}>{part.title}</h2>
            <Cards entries={part.entries} />
          </section>
        ))
      ) : (
        <Cards entries={entries} />
      )}
      <p role="status" className={entries.length > 0 ? 'for-readers' : undefined}>
        {entries.length === 0 ? 'No screen here has these words.' : text && `${entries.length} found`}
      </p>
    </PageFrame>
  )
}

/** A branch as cards: for those who buy the lines of their menu, for everybody else all they may open. */
function cardsOf(group: MenuGroup, person: Person): MenuEntry[] {
  if (person.user.customerId === null) return screensFor(person).find(({ name }) => name === group)?.entries ?? []
  // A purpose is written for our own people.
  return menuFor(person)
    .flatMap(branch => branch.entries)
    .filter(entry => entry.group === group)
    .map(entry => ({ ...entry, purpose: undefined }))
}
