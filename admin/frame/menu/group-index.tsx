import { Input } from 'antd'
import { useState } from 'react'
import { Link, Navigate, useLocation, useNavigate } from 'react-router'
import { nounAt } from '../../../resources/menu/nouns.ts'
import { type Person, usePerson } from '../../account/person.ts'
import { Icon } from '../../shell/menu/icons.tsx'
import { type MenuEntry, type MenuSection, nounsFor, screensFor } from '../../shell/menu/menu-tree.ts'
import { PageFrame } from '../../shell/page-frame.tsx'
import { groups, type MenuGroup } from '../../shell/page-list.ts'
import { useTitle } from '../../shell/title.ts'
import { partsOf, searchScreens } from './cards.ts'
import { Count } from './count.tsx'

/** Screens as cards: name, purpose, and number of waiting rows. */
function Cards({ entries }: { entries: readonly MenuEntry[] }) {
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

/** The page of a group of screens, and of a noun with many: its screens as cards, with a search box. */
export default function GroupIndex() {
  const group = useLocation().pathname.split('/')[1] as MenuGroup
  const [text, setText] = useState('')
  const person = usePerson()
  const navigate = useNavigate()
  useTitle(groups[group])
  const { heading, sections: all } = cardsOf(group, person)
  if (all.length === 0) {
    const reason = `None of your roles opens a screen under ${groups[group]}.`
    return <Navigate replace to="/noaccess" state={{ reason, at: `/${group}` }} />
  }
  const sections = found(all, text)
  const entries = sections.flatMap(section => section.entries)
  const first = entries[0]
  return (
    <PageFrame title={heading}>
      <Input
        className="find-card"
        allowClear
        prefix={<Icon name="search" />}
        aria-label={`Find under ${heading}`}
        placeholder="Find a screen by its name or purpose"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onPressEnter={() => first && text && void navigate(first.path)}
      />
      {all.length === 1 ? (
        <Cards entries={entries} />
      ) : (
        sections.map(({ title, entries: ofPart }) => (
          <section key={title} className="card-part" aria-labelledby={`part-${title}`}>
            <h2 id={`part-${title}`}>{title}</h2>
            <Cards entries={ofPart} />
          </section>
        ))
      )}
      <p role="status" className={entries.length > 0 ? 'for-readers' : undefined}>
        {entries.length === 0 ? 'No screen here has these words.' : text && `${entries.length} found`}
      </p>
    </PageFrame>
  )
}

const found = (sections: readonly MenuSection[], text: string) =>
  sections
    .map(section => ({ ...section, entries: searchScreens(section.entries, text) }))
    .filter(({ entries }) => entries.length > 0)

/**
 * The cards of a group: all that the person may open of it. Where a noun opens here, all of the noun in its parts, and
 * what else is in the group under the noun where it belongs.
 */
function cardsOf(group: MenuGroup, person: Person): { heading: string; sections: MenuSection[] } {
  const nouns = nounsFor(person)
  const isBuyer = person.user.customerId !== null
  // A purpose is written for our own people.
  const ofGroup = isBuyer
    ? nouns
        .flatMap(({ entries }) => entries)
        .flatMap(entry => (entry.group === group ? { ...entry, purpose: undefined } : []))
    : (screensFor(person).find(({ name }) => name === group)?.entries ?? [])
  const noun = nouns.find(({ index }) => index === `/${group}`)
  if (!noun) {
    const heading = groups[group]
    return { heading, sections: ofGroup.length > 0 ? [{ name: group, title: heading, entries: ofGroup }] : [] }
  }
  const others = Map.groupBy(
    ofGroup.filter(({ path }) => !noun.entries.some(entry => entry.path === path)),
    ({ path }) => nounAt(nouns, path)?.title ?? noun.title,
  )
  return {
    heading: noun.title,
    sections: [...partsOf(noun), ...[...others].map(([title, entries]) => ({ name: title, title, entries }))],
  }
}
