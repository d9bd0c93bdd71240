import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { LibraryDocument } from '../../resources/platform/attachment.ts'
import { api, type Refusal } from './api.ts'

const MAX_SHOWN = 12

/** The library's documents for the person's roles; nothing where there are none. */
export default function Documents() {
  const { data } = useQuery<LibraryDocument[], Refusal>({
    queryKey: ['documents'],
    queryFn: async () => (await api.get<LibraryDocument[]>('/documents')).data,
  })
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
