import { Link } from 'react-router'
import type { MenuEntry } from '../../shell/menu/menu-tree.ts'
import { Count } from './count.tsx'

/** Screens as cards: name, purpose, and number of waiting rows. */
export function Cards({ entries }: { entries: readonly Pick<MenuEntry, 'path' | 'title' | 'purpose' | 'count'>[] }) {
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
