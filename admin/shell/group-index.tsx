import { Input } from 'antd'
import { useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { groups, type MenuGroup } from '../pages.tsx'
import { Cards } from './cards.tsx'
import { Icon } from './icons.tsx'
import { found, menuFor } from './menu-tree.ts'
import { PageFrame } from './page-frame.tsx'
import { usePerson } from './person.ts'
import { useTitle } from './title.ts'

/** The page of a branch of the menu: its screens as cards, with a box to find one. */
export default function GroupIndex() {
  const group = useLocation().pathname.split('/')[1] as MenuGroup
  const [text, setText] = useState('')
  const person = usePerson()
  useTitle(groups[group])
  const branch = menuFor(person).find(one => one.group === group)
  if (!branch) {
    const reason = `None of your roles opens a screen under ${groups[group]}.`
    return <Navigate replace to="/noaccess" state={{ reason }} />
  }
  const entries = found([branch], text)[0]?.entries ?? []
  return (
    <PageFrame title={groups[group]}>
      {branch.entries.length > 6 && (
        <Input
          className="find-card"
          allowClear
          prefix={<Icon name="search" />}
          aria-label={`Find under ${groups[group]}`}
          placeholder="Find a screen"
          value={text}
          onChange={event => setText(event.target.value)}
        />
      )}
      <Cards entries={entries} />
      {entries.length === 0 && <p role="status">No screen has that name.</p>}
    </PageFrame>
  )
}
