import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { assignRoles as resource } from '../../resources/access-control/assign-roles.ts'
import type { ApiRow } from '../derive/value-text.ts'
import type { Refusal } from '../shell/api.ts'
import { rowsOf } from '../shell/rows.ts'
import { PEOPLE_QUERY_KEY } from './people-and-roles.ts'

/** The grants of which something waits for a second administrator, oldest first. */
function useWaitingGrants(): ApiRow[] {
  const { data } = useQuery<ApiRow[], Refusal>({
    queryKey: [PEOPLE_QUERY_KEY, 'waiting', resource.path],
    queryFn: () =>
      rowsOf(resource).all<ApiRow>({
        where: { confirmStatus: { $in: ['PENDING', 'CHANGE_PENDING'] } },
        sort: { id: 1 },
      }),
  })
  // A new grant that was withdrawn waits no more.
  return (data ?? []).filter(({ isActive, confirmStatus }) => isActive || confirmStatus === 'CHANGE_PENDING')
}

const nameIn = (text: string | null | undefined) => text?.split(' · ')[0] ?? 'the portal'

/** «Finance for Asha Patil, proposed by Prakash Pillai», or a change or end of it. */
function waitingText({ texts, confirmStatus }: ApiRow): string {
  const isNew = confirmStatus === 'PENDING'
  const proposer = nameIn(isNew ? texts?.createdById : texts?.proposedById)
  return `${isNew ? '' : 'Change of '}${nameIn(texts?.roleId)} for ${nameIn(texts?.userId)}, proposed by ${proposer}`
}

/** Lists what waits for a second administrator, each with a link to where it is confirmed; nothing where nothing waits. */
export function WaitingGrants() {
  const waiting = useWaitingGrants()
  if (waiting.length === 0) return null
  return (
    <section className="panel access-requests" aria-labelledby="waiting-grants">
      <h2 id="waiting-grants">Waiting for confirmation</h2>
      <ul>
        {waiting.map(row => (
          <li key={row.id}>
            <Link to={`/${resource.path}?person=${row.userId}`}>{waitingText(row)}</Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
