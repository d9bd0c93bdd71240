import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type PlainColumn, PlainGrid } from '../../derive/grid/plain-grid.tsx'
import type { Refusal } from '../../shell/api.ts'
import { Failure } from '../../shell/failure.tsx'
import { Loading } from '../../shell/loading.tsx'
import { NothingHere } from '../nothing-here.tsx'
import { AsSent } from './as-sent.tsx'
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
