import type { UseQueryResult } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { type PlainColumn, PlainGrid } from '../../derive/grid/plain-grid.tsx'
import type { Refusal } from '../../shell/api.ts'
import { Failure } from '../../shell/failure.tsx'
import { Loading } from '../../shell/loading.tsx'
import { NothingHere } from '../nothing-here.tsx'
import { AskSap } from './ask-sap.tsx'
import { SapAsOf } from './sap-as-of.tsx'

/**
 * Orders that SAP does not have as it should, each with the sent data, the query to SAP, and the ways out of its list.
 */
export function FailedList<Row extends { id: number; orderNo: string; payload?: unknown }>(list: {
  found: Pick<UseQueryResult<Row[], Refusal>, 'data' | 'error' | 'refetch'>
  label: string
  none: string
  columns: readonly PlainColumn<Row>[]
  statusOf: (row: Row) => string
  acts: (row: Row) => ReactNode
}) {
  const { data, error, refetch } = list.found
  return (
    <>
      <SapAsOf />
      {error && !data ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading />
      ) : data.length === 0 ? (
        <NothingHere message={list.none} />
      ) : (
        <PlainGrid
          label={list.label}
          rows={data}
          columns={list.columns}
          actions={row => (
            <div className="trouble-acts">
              {row.payload !== undefined && <AsSent orderNo={row.orderNo} payload={row.payload} />}
              <AskSap orderNo={row.orderNo} status={list.statusOf(row)} size="small" />
              {list.acts(row)}
            </div>
          )}
        />
      )}
    </>
  )
}

/** Shows what was sent to SAP for an order. */
function AsSent({ orderNo, payload }: { orderNo: string; payload: unknown }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        As sent<span className="for-readers"> {orderNo}</span>
      </Button>
      {open && (
        <Modal
          open
          width={720}
          title={`${orderNo} as it is sent`}
          footer={<Button onClick={() => setOpen(false)}>Close</Button>}
          onCancel={() => setOpen(false)}
        >
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it */}
          <pre className="sent-text" tabIndex={0}>
            {JSON.stringify(payload, null, 2)}
          </pre>
        </Modal>
      )}
    </>
  )
}
