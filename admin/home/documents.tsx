import { Link } from 'react-router'
import type { listDocuments } from '../../resources/masters/commands.ts'
import { at, useAsk } from '../derive/command/ask.ts'

const MAX_SHOWN = 12

/** The library's documents for the person's roles; nothing where there are none. */
export default function Documents() {
  const { data } = useAsk(at<typeof listDocuments>('GET documents'), {})
  if (!data || data.length === 0) return null
  return (
    <section className="home-part" aria-labelledby="documents">
      <h2 id="documents">Documents</h2>
      <ul className="documents">
        {data.slice(0, MAX_SHOWN).map(({ id, title, category }) => (
          <li key={id}>
            <a href={`/api/attachments/${id}/file`} download>
              {title}
            </a>
            {category && <span className="quiet"> · {category}</span>}
          </li>
        ))}
      </ul>
      {data.length > MAX_SHOWN && <Link to="/masters/attachment">All {data.length} documents</Link>}
    </section>
  )
}
