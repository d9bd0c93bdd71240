import { useMemo } from 'react'
import { useLocation } from 'react-router'
import { usePerson } from '../account/person.ts'
import { Icon } from './icons.tsx'
import { menuFor } from './menu-tree.ts'
import { useSavedScreens } from './saved-screens.ts'

/** Marks the screen as a favourite, shown at the top of the menu; only for screens in the menu. */
export function Favourite() {
  const person = usePerson()
  const { pathname } = useLocation()
  const { favourites, mark } = useSavedScreens()
  const inMenu = useMemo(
    () => menuFor(person).some(({ entries }) => entries.some(({ path }) => path === pathname)),
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
