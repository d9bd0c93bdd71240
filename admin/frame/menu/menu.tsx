import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { usePerson } from '../../account/person.ts'
import { entriesAt, entryAt, everyScreen, type MenuSection, menuFor, searchMenu } from '../../shell/menu/menu-tree.ts'
import { useSavedScreens } from '../../shell/menu/saved-screens.ts'
import { FoundScreens, MenuBranch, MenuLine } from './menu-branch.tsx'

const MOST_RECENT = 6

/** The person's menu: favourites and latest screens, then the branches, and a search box that the keyboard alone can use. */
export function Menu({ onChosen }: { onChosen?: () => void }) {
  const person = usePerson()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const branches = useMemo(() => menuFor(person), [person])
  const screens = useMemo(() => everyScreen(person), [person])
  const { pathname } = useLocation()
  const { favourites, used, branches: folds, visit, fold } = useSavedScreens()
  const at = entryAt(screens, pathname)?.path
  useEffect(() => {
    if (at) visit(at)
  }, [at, visit])
  const menu = useRef<HTMLElement>(null)
  // The current line may be far down a long branch.
  useEffect(() => {
    if (at) showLine(menu.current?.querySelector('.menu-branch .active'))
  }, [at])

  const matches = text.trim() === '' ? undefined : searchMenu(screens, text)
  const first = matches?.[0]?.entries[0]
  function choose() {
    setText('')
    onChosen?.()
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const isInBox = event.target instanceof HTMLInputElement
    if (event.key === 'Enter' && isInBox && first && !event.nativeEvent.isComposing) {
      event.preventDefault()
      choose()
      void navigate(first.path)
    } else if (event.key === 'Escape' && text !== '') {
      event.stopPropagation()
      setText('')
      menu.current?.querySelector('input')?.focus()
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      step(menu.current!, event.key === 'ArrowDown' ? 1 : -1)
    }
  }

  const recent = used.map(({ path }) => path).filter(path => path !== at)
  const onTop: (MenuSection & { isOpen: boolean })[] = [
    { name: 'favourites', title: 'Favourites', entries: entriesAt(screens, favourites), isOpen: true },
    { name: 'recent', title: 'Recent', entries: entriesAt(screens, recent).slice(0, MOST_RECENT), isOpen: false },
  ]
  const here = pathname.split('/')[1]
  const shared = { at, folds, onFold: fold, onChosen }
  return (
    <nav ref={menu} className="menu" aria-label="Screens" onKeyDown={onKeyDown}>
      <input
        type="search"
        className="menu-search"
        aria-label="Find a screen"
        placeholder="Find a screen"
        autoComplete="off"
        value={text}
        onChange={event => setText(event.target.value)}
      />
      <div className="menu-lines">
        {matches ? (
          <FoundScreens branches={matches} first={first?.path} onChosen={choose} />
        ) : (
          <>
            {onTop.map(({ isOpen, ...branch }) => (
              <MenuBranch key={branch.name} branch={branch} isOpen={isOpen} {...shared} />
            ))}
            {branches.map(branch =>
              person.user.customerId !== null && branch.entries.length === 1 ? (
                <MenuLine key={branch.name} entry={{ ...branch.entries[0]!, title: branch.title }} {...shared} isTop />
              ) : (
                <MenuBranch
                  key={branch.name}
                  branch={branch}
                  isOpen={branch.name === here || branches.length === 1 || holds(branch, at)}
                  {...shared}
                />
              ),
            )}
          </>
        )}
      </div>
    </nav>
  )
}

/** Scrolls the lines of the menu to one of them, and nothing else: `scrollIntoView` moves the page too. */
function showLine(line: Element | null | undefined) {
  const lines = line?.closest('.menu-lines')
  if (!line || !lines) return
  const [shown, all] = [line.getBoundingClientRect(), lines.getBoundingClientRect()]
  if (shown.top < all.top || shown.bottom > all.bottom) lines.scrollTop += shown.top - all.top - all.height / 2
}

const holds = ({ entries }: MenuSection, at: string | undefined) => entries.some(({ path }) => path === at)

/** Moves the focus to the next or the previous of the box, the buttons and the links that are shown. */
function step(menu: HTMLElement, by: 1 | -1) {
  const places = [...menu.querySelectorAll<HTMLElement>('input, button, a')]
  const now = places.indexOf(document.activeElement as HTMLElement)
  places[Math.max(0, Math.min(places.length - 1, now + by))]?.focus()
}
