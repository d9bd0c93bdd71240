import { useId, useMemo, useState } from 'react'
import { NavLink, useLocation } from 'react-router'
import { Count } from './count.tsx'
import { Icon } from './icons.tsx'
import { type Branch, found, menuFor } from './menu-tree.ts'
import { usePerson } from './person.ts'

/** All screens the person may use, by branch; a box above finds one by any part of its name. */
export function Menu({ onChosen }: { onChosen?: () => void }) {
  const person = usePerson()
  const [text, setText] = useState('')
  const branches = useMemo(() => menuFor(person), [person])
  const shown = found(branches, text)
  const { pathname } = useLocation()
  const here = pathname.split('/')[1]
  return (
    <nav className="menu" aria-label="Screens">
      <input
        type="search"
        className="menu-search"
        aria-label="Find a screen"
        placeholder="Find a screen"
        value={text}
        onChange={event => setText(event.target.value)}
      />
      {shown.map(branch => (
        <MenuBranch
          key={`${branch.group}${text ? ' found' : ''}`}
          branch={branch}
          open={text !== '' || branch.group === here || branches.length === 1}
          onChosen={onChosen}
        />
      ))}
      {shown.length === 0 && <p className="menu-none">No screen has that name.</p>}
    </nav>
  )
}

function MenuBranch({
  branch,
  open,
  onChosen,
}: {
  branch: Branch
  open: boolean
  onChosen?: (() => void) | undefined
}) {
  const [asked, setAsked] = useState<boolean>()
  const id = useId()
  const isOpen = asked ?? open
  return (
    <div className="menu-branch">
      <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setAsked(!isOpen)}>
        <span>{branch.title}</span>
        <Icon name={isOpen ? 'down' : 'right'} />
      </button>
      <ul id={id} hidden={!isOpen}>
        {branch.entries.map(entry => (
          <li key={entry.path}>
            <NavLink to={entry.path} onClick={onChosen}>
              {entry.title}
              {isOpen && entry.count && <Count count={entry.count} />}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
