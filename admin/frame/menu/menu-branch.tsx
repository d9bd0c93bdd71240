import { useId } from 'react'
import { NavLink } from 'react-router'
import { Icon } from '../../shell/menu/icons.tsx'
import type { MenuEntry, MenuSection } from '../../shell/menu/menu-tree.ts'
import { Count } from './count.tsx'

interface Shared {
  /** The path of the entry that the person is at. */
  at: string | undefined
  /** The branches that the person opened or closed, by their names. */
  folds: Readonly<Record<string, boolean>>
  onFold: (branch: string, isOpen: boolean) => void
  onChosen: (() => void) | undefined
}

/** A branch of the menu, or a subgroup of one; it stays as the person left it. */
export function MenuBranch({
  branch: { name, title, entries, parts },
  isOpen: byDefault,
  isPart = false,
  ...shared
}: Shared & { branch: MenuSection; isOpen: boolean; isPart?: boolean }) {
  const id = useId()
  const { at, folds, onFold } = shared
  const isOpen = folds[name] ?? byDefault
  if (entries.length === 0) return null
  return (
    <div className={isPart ? 'menu-branch is-part' : 'menu-branch'}>
      <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => onFold(name, !isOpen)}>
        <span>{title}</span>
        <Icon name={isOpen ? 'down' : 'right'} />
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen &&
          parts?.map(part => (
            <MenuBranch
              key={part.name}
              branch={part}
              isOpen={part.entries.some(({ path }) => path === at)}
              isPart
              {...shared}
            />
          ))}
        {isOpen && !parts && (
          <ul>
            {entries.map(entry => (
              <li key={entry.path}>
                <MenuLine entry={entry} {...shared} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

/** A screen in the menu, with the number of rows that wait there. */
export function MenuLine({
  entry: { path, title, count },
  at,
  isTop = false,
  onChosen,
}: Pick<Shared, 'at' | 'onChosen'> & { entry: MenuEntry; isTop?: boolean }) {
  return (
    // Of a screen and one below its address only the nearer one is the current one.
    <NavLink
      to={path}
      end={path !== at}
      onClick={onChosen}
      className={({ isActive }) => [isTop && 'menu-top', isActive && 'active'].filter(Boolean).join(' ')}
    >
      {title}
      {count && <Count count={count} />}
    </NavLink>
  )
}

/** The screens that a text finds, by branch; Enter in the box opens the first. */
export function FoundScreens({
  branches,
  first,
  onChosen,
}: {
  branches: readonly MenuSection[]
  first: string | undefined
  onChosen: () => void
}) {
  const matchCount = branches.reduce((sum, { entries }) => sum + entries.length, 0)
  return (
    <>
      {branches.map(({ name, title, entries }) => (
        <div key={name} className="menu-branch">
          <p className="menu-heading">{title}</p>
          <ul>
            {entries.map(({ path, title: named }) => (
              <li key={path}>
                <NavLink to={path} end onClick={onChosen} className={path === first ? 'is-first' : ''}>
                  {named}
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <p role="status" className={matchCount === 0 ? 'menu-none' : 'for-readers'}>
        {matchCount === 0 ? 'No screen has that name.' : `${matchCount} found`}
      </p>
    </>
  )
}
