import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { NavLink, useLocation } from 'react-router'
import { usePerson } from '../../account/person.ts'
import { Count } from './count.tsx'
import { Icon } from './icons.tsx'
import { entryAt, type MenuEntry, type MenuSection, menuFor, searchMenu } from './menu-tree.ts'
import { useSavedScreens } from './saved-screens.ts'

const MOST_RECENT = 6

/** All screens the person may use, by branch, with a search box. */
export function Menu({ onChosen }: { onChosen?: () => void }) {
  const person = usePerson()
  const [text, setText] = useState('')
  const branches = useMemo(() => menuFor(person), [person])
  const shown = searchMenu(branches, text)
  const { pathname } = useLocation()
  const here = pathname.split('/')[1]
  const { favourites, used, visit } = useSavedScreens()
  const at = entryAt(branches, pathname)?.path
  useEffect(() => {
    if (at) visit(at)
  }, [at, visit])
  const menu = useRef<HTMLElement>(null)
  // The current line may be far down a long branch.
  useEffect(() => {
    if (at) menu.current?.querySelector('.menu-branch .active')?.scrollIntoView?.({ block: 'nearest' })
  }, [at])
  return (
    <nav ref={menu} className="menu" aria-label="Screens">
      <input
        type="search"
        className="menu-search"
        aria-label="Find a screen"
        placeholder="Find a screen"
        value={text}
        onChange={event => setText(event.target.value)}
      />
      {text === '' && (
        <>
          <MenuBranch
            at={at}
            branch={{ title: 'Favourites', entries: entriesAt(branches, favourites) }}
            open
            onChosen={onChosen}
          />
          <MenuBranch
            at={at}
            branch={{
              title: 'Recent',
              entries: entriesAt(
                branches,
                used.map(({ path }) => path).filter(path => path !== at),
              ).slice(0, MOST_RECENT),
            }}
            onChosen={onChosen}
          />
        </>
      )}
      {shown.map(branch => (
        <MenuBranch
          key={`${branch.group}${text ? ' found' : ''}`}
          at={at}
          branch={branch}
          open={text !== '' || branch.group === here || branches.length === 1}
          onChosen={onChosen}
        />
      ))}
      {shown.length === 0 && <p className="menu-none">No screen has that name.</p>}
    </nav>
  )
}

/** The menu entries at these paths, without those the person may no longer open. */
export const entriesAt = (branches: readonly MenuSection[], paths: readonly string[]): MenuEntry[] =>
  paths.flatMap(path => branches.flatMap(({ entries }) => entries.find(entry => entry.path === path) ?? []).slice(0, 1))

function MenuBranch({
  at,
  branch,
  open = false,
  onChosen,
}: {
  /** The path of the entry that the person is at. */
  at: string | undefined
  branch: Pick<MenuSection, 'title' | 'entries'>
  open?: boolean
  onChosen?: (() => void) | undefined
}) {
  const [toggled, setToggled] = useState<boolean>()
  const id = useId()
  const isOpen = toggled ?? open
  if (branch.entries.length === 0) return null
  return (
    <div className="menu-branch">
      <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setToggled(!isOpen)}>
        <span>{branch.title}</span>
        <Icon name={isOpen ? 'down' : 'right'} />
      </button>
      <ul id={id} hidden={!isOpen}>
        {isOpen &&
          branch.entries.map(entry => (
            <li key={entry.path}>
              {/* Of a screen and one below its address only the nearer one is the current one. */}
              <NavLink to={entry.path} end={entry.path !== at} onClick={onChosen}>
                {entry.title}
                {entry.count && <Count count={entry.count} />}
              </NavLink>
            </li>
          ))}
      </ul>
    </div>
  )
}
