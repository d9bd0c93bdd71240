import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type { ReassignResult } from '../../resources/complaints/complaint-answers.ts'
import { Dialog } from '../derive/action/dialog.tsx'
import { FaultSummary } from '../derive/form/fault-summary.tsx'
import { RemarkRow } from '../derive/form/remark-row.tsx'
import { Icon } from '../shell/menu/icons.tsx'
import { useSending } from '../shell/use-sending.ts'
import { type ComplaintRow, reassignMany } from './complaint-api.ts'
import { OwnerRow } from './owner-row.tsx'
import { complaintThread } from './thread-api.ts'

const formId = 'reassign'
const counted = (count: number) => (count === 1 ? 'One complaint' : `${count} complaints`)

/** Gives the selected complaints to one owner, and shows for each whether it was given. */
export function ReassignMany({ rows: selected }: { rows: readonly ComplaintRow[] }) {
  const client = useQueryClient()
  // The selection changes with the list once complaints have gone to somebody else.
  const [rows, setRows] = useState<readonly ComplaintRow[] | null>(null)
  const [owner, setOwner] = useState<number | null>(null)
  const [remark, setRemark] = useState<string | null>(null)
  const [results, setResults] = useState<ReassignResult[] | null>(null)
  const form = useSending(() => undefined)
  const send = () => form.send(async () => setResults(await reassignMany(rows ?? [], owner ?? 0, remark ?? '')))

  function close() {
    setRows(null)
    setResults(null)
    if (results) void client.invalidateQueries()
  }

  const given = results?.filter(({ refused }) => refused === null).length ?? 0
  return (
    <>
      <Button size="small" onClick={() => setRows(selected)}>
        Reassign
      </Button>
      <Dialog
        open={rows !== null}
        title={
          results
            ? `${counted(given)} reassigned${given < results.length ? `, ${results.length - given} not` : ''}`
            : `Reassign ${counted(rows?.length ?? 0).toLowerCase()}`
        }
        done={results !== null}
        okText={results ? 'Close' : 'Reassign'}
        okButtonProps={{ loading: form.busy }}
        cancelButtonProps={{ style: results ? { display: 'none' } : {} }}
        onOk={() => (results ? close() : void send())}
        onCancel={close}
        destroyOnHidden
      >
        {results ? (
          <ResultList rows={rows ?? []} results={results} />
        ) : (
          <>
            <FaultSummary faults={form.faults} attempt={form.attempt} formId={formId} />
            <OwnerRow
              id={`${formId}-ownerEmployeeId`}
              thread={complaintThread}
              ids={(rows ?? []).map(({ id }) => id)}
              value={owner}
              error={form.errorOf('ownerEmployeeId')}
              onChange={setOwner}
            />
            <RemarkRow id={`${formId}-remark`} label="Why" value={remark} onChange={setRemark} />
          </>
        )}
      </Dialog>
    </>
  )
}

function ResultList({ rows, results }: { rows: readonly ComplaintRow[]; results: readonly ReassignResult[] }) {
  return (
    <ul className="complaint-results" role="status">
      {results.map(({ complaintId, refused }) => (
        <li key={complaintId}>
          <Icon name={refused === null ? 'check' : 'alert'} size={12} />{' '}
          {rows.find(({ id }) => id === complaintId)?.complaintNo}: {refused ?? 'reassigned'}
        </li>
      ))}
    </ul>
  )
}
