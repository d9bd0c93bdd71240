import { Link } from 'react-router'
import { usePerson } from '../account/person.ts'
import { entriesAt, everyScreen } from '../shell/menu/menu-tree.ts'
import { useSavedScreens } from '../shell/menu/saved-screens.ts'

const MOST = 8

/** The person's favourite screens, and those opened last. */
export function LatestScreens() {
  const person = usePerson()
  const { favourites, used } = useSavedScreens()
  const branches = everyScreen(person)
  const marked = entriesAt(branches, favourites)
  const recent = entriesAt(
    branches,
    used.map(({ path }) => path).filter(path => !favourites.includes(path)),
  ).slice(0, MOST)
  if (marked.length + recent.length === 0) return null
  return (
    <div className="home-latest home-part">
      {[
        { id: 'home-favourites', title: 'Favourites', entries: marked },
        { id: 'home-recent', title: 'Recent', entries: recent },
      ].map(
        ({ id, title, entries }) =>
          entries.length > 0 && (
            <section key={id} aria-labelledby={id}>
              <h2 id={id}>{title}</h2>
              <ul>
                {entries.map(entry => (
                  <li key={entry.path}>
                    <Link to={entry.path}>{entry.title}</Link>
                  </li>
                ))}
              </ul>
            </section>
          ),
      )}
    </div>
  )
}
