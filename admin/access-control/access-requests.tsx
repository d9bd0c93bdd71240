import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type AccessRequest, accessRequest } from '../../resources/access-control/access-request.ts'
import { requestedRight } from '../../resources/access-control/requested-right.ts'
import { dayText } from '../../resources/define/show.ts'
import type { ApiRow } from '../derive/value-text.ts'
import type { Refusal } from '../shell/api.ts'
import { rowsOf } from '../shell/rows.ts'
import { PEOPLE_QUERY_KEY } from './people-and-roles.ts'

/** An access request as the API lists it, with the texts of its references. */
export type AccessRequestRow = AccessRequest & ApiRow

/** A request in words: «Asha Patil asks to read Approving Limits until 31-12-2026: Joseph is away». */
export const requestText = ({ until, reason, texts, ...request }: AccessRequestRow) =>
  `${texts?.requesterId?.split(' · ')[0]} asks to ${requestedRight(request)}${until ? ` until ${dayText(until)}` : ''}: ${reason}`

/** The access requests that are not answered yet, oldest first. */
export function useOpenRequests(enabled: boolean): AccessRequestRow[] {
  const { data } = useQuery<AccessRequestRow[], Refusal>({
    queryKey: [PEOPLE_QUERY_KEY, 'requests', accessRequest.path],
    enabled,
    queryFn: () => rowsOf(accessRequest).all<AccessRequestRow>({ where: { status: 'OPEN' }, sort: { id: 1 } }),
  })
  return data ?? []
}

/** Lists the open access requests, each with a link to where it is answered; renders nothing when there are none. */
export function AccessRequests({ requests }: { requests: AccessRequestRow[] }) {
  if (requests.length === 0) return null
  return (
    <section className="panel access-requests" aria-labelledby="access-requests">
      <h2 id="access-requests">Asked for</h2>
      <ul>
        {requests.map(request => (
          <li key={request.id}>
            <Link to={`/access-control/assign-roles?person=${request.requesterId}&request=${request.id}`}>
              {requestText(request)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
