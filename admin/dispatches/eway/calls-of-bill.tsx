import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { momentText } from '../../../resources/define/show.ts'
import { type EwayCall, ewayCall } from '../../../resources/dispatches/eway/eway-call.ts'
import { optionLabel } from '../../../resources/option-words.ts'
import { usePerson } from '../../account/person.ts'
import { Status } from '../../derive/record/status.tsx'
import type { ApiRow } from '../../derive/value-text.ts'
import type { Refusal } from '../../shell/api.ts'
import { rowsOf } from '../../shell/rows.ts'
import { pathOf } from '../../shell/screens.ts'
import '../dispatches.css'

/** What the portal was asked about an e-way bill, the latest first. */
export default function CallsOfBill({ row }: { row: ApiRow }) {
  const { may } = usePerson()
  const { data } = useQuery<(EwayCall & ApiRow)[], Refusal>({
    queryKey: [ewayCall.path, 'of a bill', row.id],
    queryFn: () => rowsOf(ewayCall).all<EwayCall & ApiRow>({ where: { ewayBillId: row.id }, sort: { id: -1 } }),
    enabled: may('read', ewayCall.path),
  })
  if (!data?.length) return null
  return (
    <section className="panel" aria-labelledby="eway-calls">
      <h2 id="eway-calls">What the portal was asked</h2>
      <ul>
        {data.map(call => (
          <li key={call.id} className="eway-row">
            <div>
              <Link to={pathOf.show(ewayCall, call.id)}>
                {optionLabel(ewayCall.fields.action, call.action, 'staff')}
              </Link>
              <div className="quiet">{momentText(call.createdAt)}</div>
            </div>
            <CallStatus call={call} />
            <div>
              {call.errorText}
              {call.documentNo && <div className="quiet">number {call.documentNo}</div>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

const words = {
  READY: ['wait', 'Goes to the portal'],
  SENDING: ['go', 'The portal is asked'],
  RETRY: ['wait', 'Is tried again'],
  DONE: ['ok', 'Done'],
  FAILED_BUSINESS: ['bad', 'Refused'],
  FAILED_TECH: ['bad', 'Failed'],
  CANCELLED: ['end', 'Dropped'],
} as const

/** How far a call of the portal is. */
export function CallStatus({ call }: { call: Pick<EwayCall, 'status'> }) {
  const [tone, word] = words[call.status]
  return <Status tone={tone} word={word} />
}
