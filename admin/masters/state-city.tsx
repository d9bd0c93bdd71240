import { useList } from '@refinedev/core'
import { Link, useSearchParams } from 'react-router'
import { state } from '../../resources/masters/state.ts'
import { stateCity } from '../../resources/masters/state-city.ts'
import ListPage from '../derive/list/list-page.tsx'
import type { ApiRow } from '../derive/value-text.ts'
import './state-city.css'

const FILTER = 'f.stateId'

/** The states on the left, the cities of the chosen one on the right. */
export default function StateCity() {
  const [query] = useSearchParams()
  const { result } = useList<ApiRow>({
    resource: state.path,
    pagination: { pageSize: 100 },
    sorters: [{ field: 'name', order: 'asc' }],
    meta: { query: { isActive: true } },
    errorNotification: false,
  })
  const chosen = query.get(FILTER)
  const to = (id: number | null) => (id === null ? `/${stateCity.path}` : `/${stateCity.path}?${FILTER}=in.${id}`)
  return (
    <div className="state-city">
      <nav className="panel states" aria-label="States">
        <ul>
          <li>
            <Link to={to(null)} aria-current={chosen ? undefined : 'true'}>
              All states
            </Link>
          </li>
          {result.data.map(row => (
            <li key={row.id}>
              <Link to={to(row.id)} aria-current={chosen === `in.${row.id}` ? 'true' : undefined}>
                <span className="quiet">{String(row.gstStateCode)}</span> {String(row.name)}
              </Link>
            </li>
          ))}
        </ul>
        <Link to={`/${state.path}`}>Maintain states</Link>
      </nav>
      <div className="cities">
        <ListPage resource={stateCity} />
      </div>
    </div>
  )
}
