import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link } from 'react-router'
import type { Resource } from '../../../resources/define/resource.ts'
import { momentText, rupees } from '../../../resources/define/show.ts'
import type { EwayAwaited, EwayBoard, EwayCallShown } from '../../../resources/dispatches/commands/booking-desk.ts'
import { ewayCall } from '../../../resources/dispatches/eway/eway-call.ts'
import { lrLine } from '../../../resources/dispatches/lr-line.ts'
import { optionLabel } from '../../../resources/option-words.ts'
import { useActions } from '../../derive/action/use-actions.tsx'
import type { ApiRow } from '../../derive/value-text.ts'
import type { Refusal } from '../../shell/api.ts'
import { rowsOf } from '../../shell/rows.ts'
import { pathOf } from '../../shell/screens.ts'
import { CallStatus } from './calls-of-bill.tsx'

const failed = ['FAILED_BUSINESS', 'FAILED_TECH']

/** What the e-way portal refused, what it is being asked, and the goods whose e-way bill it is to make. */
export function PortalBoard({ calls, awaited }: Pick<EwayBoard, 'calls' | 'awaited'>) {
  const refused = calls.filter(({ status }) => failed.includes(status))
  const open = calls.filter(({ status }) => !failed.includes(status))
  return (
    <>
      <Group
        id="failed"
        title="Refused by the portal"
        rows={refused}
        show={call => <CallRow key={call.id} call={call} />}
      />
      <Group id="asked" title="With the portal" rows={open} show={call => <CallRow key={call.id} call={call} />} />
      <Group id="awaited" title="To be made" rows={awaited} show={one => <AwaitedRow key={one.lineId} one={one} />} />
    </>
  )
}

function Group<Row>({
  id,
  title,
  rows,
  show,
}: {
  id: string
  title: string
  rows: readonly Row[]
  show: (row: Row) => React.ReactNode
}) {
  if (rows.length === 0) return null
  return (
    <section className={`panel eway-group is-${id}`} aria-labelledby={`eway-${id}`}>
      <h2 id={`eway-${id}`}>
        {title} ({rows.length})
      </h2>
      <ul>{rows.map(show)}</ul>
    </section>
  )
}

function CallRow({ call }: { call: EwayCallShown }) {
  return (
    <li className="eway-row">
      <div>
        <Link to={pathOf.show(ewayCall, call.id)}>{optionLabel(ewayCall.fields.action, call.action, 'staff')}</Link>
        <div className="quiet">
          {call.lrId !== null && (
            <>
              LR <Link to={`/dispatches/lr/${call.lrId}`}>{call.lrNo}</Link>
            </>
          )}
          {call.ewayBillNo && ` · e-way bill ${call.ewayBillNo}`}
          {call.docNo && ` · invoice ${call.docNo}`}
        </div>
      </div>
      <div>
        <CallStatus call={call} />
        {call.errorText && <div>{call.errorText}</div>}
        {call.errorField && <div className="quiet">field {call.errorField}</div>}
        {call.status === 'RETRY' && <div className="quiet">next try {momentText(call.nextAttemptAt)}</div>}
      </div>
      <div>{failed.includes(call.status) && <RowAction resource={ewayCall} id={call.id} name="sendAgain" />}</div>
    </li>
  )
}

function AwaitedRow({ one }: { one: EwayAwaited }) {
  return (
    <li className="eway-row">
      <div>
        <strong>Invoice {one.docNo}</strong>
        <div className="quiet">
          LR <Link to={`/dispatches/lr/${one.lrId}`}>{one.lrNo}</Link>
        </div>
      </div>
      <div>
        {rupees(one.value)}
        {one.waitsForIrn && <div className="quiet">waits for the IRN of SAP</div>}
      </div>
      <div>{!one.waitsForIrn && <RowAction resource={lrLine} id={one.lineId} name="generateEway" />}</div>
    </li>
  )
}

/** The button of one action of a row that stands on a board. */
function RowAction({ resource, id, name }: { resource: Resource; id: number; name: string }) {
  const client = useQueryClient()
  const { data: row } = useQuery<ApiRow, Refusal>({
    queryKey: ['row on a board', resource.path, id],
    queryFn: () => rowsOf(resource).at<ApiRow>(id),
  })
  const { actions, dialog } = useActions(resource, row ? [row] : [], () => void client.invalidateQueries())
  const found = actions.find(one => one.name === name)
  return (
    <>
      {found && <Button onClick={found.take}>{found.action.label}</Button>}
      {dialog}
    </>
  )
}
