import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link } from 'react-router'
import { type EwayBillRow, ewayBill } from '../../../resources/dispatches/eway/eway-bill.ts'
import { type EwayCall, ewayCall } from '../../../resources/dispatches/eway/eway-call.ts'
import { type LrLineRow, lrLine } from '../../../resources/dispatches/lr-line.ts'
import { usePerson } from '../../account/person.ts'
import { useActions } from '../../derive/action/use-actions.tsx'
import type { ApiRow } from '../../derive/value-text.ts'
import type { Refusal } from '../../shell/api.ts'
import { rowsOf } from '../../shell/rows.ts'
import { pathOf } from '../../shell/screens.ts'
import { CallStatus } from './calls-of-bill.tsx'

const OPEN = ['READY', 'SENDING', 'RETRY']

/** The e-way bill of a line of an LR: its number with its state, how far the portal is, or the button that makes it. */
export function LineEway({ line, reload }: { line: LrLineRow; reload: () => void }) {
  const { may } = usePerson()
  const { data: bill = null } = useQuery<EwayBillRow | null, Refusal>({
    queryKey: [ewayBill.path, 'of a number', line.ewayBillNo],
    queryFn: async () =>
      (await rowsOf(ewayBill).all<EwayBillRow>({ where: { ewayBillNo: line.ewayBillNo } }))[0] ?? null,
    enabled: line.ewayBillNo !== null && may('read', ewayBill.path),
  })
  if (line.ewayBillNo === null) return <NoBill line={line} reload={reload} />
  if (!bill) return <>E-way bill {line.ewayBillNo}</>
  return (
    <>
      E-way bill <Link to={pathOf.show(ewayBill, bill.id)}>{line.ewayBillNo}</Link>
      {bill.status === 'PART_A' && <div className="quiet">without a vehicle yet</div>}
      {bill.task !== 'NONE' && <div className="field-error">The transporter is asked to {bill.taskText}</div>}
    </>
  )
}

function NoBill({ line, reload }: { line: LrLineRow; reload: () => void }) {
  const { may } = usePerson()
  const client = useQueryClient()
  const isByPortal = line.ewayByPortal && may('update', lrLine.path)
  const { data: calls = [] } = useQuery<EwayCall[], Refusal>({
    queryKey: [ewayCall.path, 'of a line', line.id],
    queryFn: async () => {
      const calls = await rowsOf(ewayCall).all<EwayCall>({ where: { lrLineId: line.id }, sort: { id: -1 } })
      // The line has its number now, and the LR its facts.
      if (calls[0]?.status === 'DONE') void client.invalidateQueries({ queryKey: ['lr-lines'] })
      return calls
    },
    enabled: isByPortal,
    refetchInterval: query => (OPEN.includes(query.state.data?.[0]?.status ?? '') ? 2_000 : false),
  })
  const { actions, dialog } = useActions(lrLine, [line as unknown as ApiRow], () => {
    void client.invalidateQueries({ queryKey: [ewayCall.path] })
    void client.invalidateQueries({ queryKey: ['lr-lines'] })
    reload()
  })
  const [last] = calls
  const make = actions.find(({ name }) => name === 'generateEway')
  const isOpen = last !== undefined && OPEN.includes(last.status)
  return (
    <>
      <span className="quiet">No e-way bill</span>
      {last && last.status !== 'DONE' && last.status !== 'CANCELLED' && (
        <div>
          <CallStatus call={last} />
          {last.errorText && <div className={isOpen ? 'quiet' : 'field-error'}>{last.errorText}</div>}
          {!isOpen && <Link to={pathOf.show(ewayCall, last.id)}>Open the call</Link>}
        </div>
      )}
      {isByPortal && make && !isOpen && (
        <p>
          <Button onClick={make.take}>{make.action.label}</Button>
        </p>
      )}
      {dialog}
    </>
  )
}
