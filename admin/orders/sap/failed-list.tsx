import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { can } from '../../../resources/capabilities.ts'
import { usePerson } from '../../account/person.ts'
import { type PlainColumn, PlainGrid } from '../../derive/grid/plain-grid.tsx'
import type { Refusal } from '../../shell/api.ts'
import { Failure } from '../../shell/failure.tsx'
import { useAddress } from '../../shell/use-address.ts'
import { Waiting } from '../../shell/waiting.tsx'
import { NothingHere } from '../nothing-here.tsx'
import { AskSap } from './ask-sap.tsx'
import { SapConsole } from './console.tsx'
import { SapAsOf } from './sap-as-of.tsx'

/** In the address, the message whose console is open: a page left to mend something is found again as it was. */
const MESSAGE = 'message'

/**
 * Orders that SAP does not have as it should, each with its message to SAP, the query to SAP, and the ways out of its
 * list.
 */
export function FailedList<Row extends { id: number; orderNo: string }>(list: {
  found: Pick<UseQueryResult<Row[], Refusal>, 'data' | 'error' | 'refetch'>
  label: string
  none: string
  columns: readonly PlainColumn<Row>[]
  statusOf: (row: Row) => string
  messageOf: (row: Row) => number | null
  acts: (row: Row) => ReactNode
}) {
  const { data, error, refetch } = list.found
  const { user } = usePerson()
  const [address, changeAddress] = useAddress()
  const opened = Number(address.get(MESSAGE))
  const open = (id: number | null) =>
    changeAddress(query => {
      query.delete('mended')
      if (id === null) query.delete(MESSAGE)
      else query.set(MESSAGE, String(id))
      return query
    })
  return (
    <>
      <SapAsOf />
      {error && !data ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Waiting />
      ) : data.length === 0 ? (
        <NothingHere message={list.none} />
      ) : (
        <PlainGrid
          label={list.label}
          rows={data}
          columns={list.columns}
          actions={row => (
            <div className="trouble-acts">
              {can(user, 'openSapConsole') && list.messageOf(row) !== null && (
                <Button size="small" onClick={() => open(list.messageOf(row))}>
                  Message to SAP<span className="for-readers"> for {row.orderNo}</span>
                </Button>
              )}
              <AskSap orderNo={row.orderNo} status={list.statusOf(row)} size="small" />
              {list.acts(row)}
            </div>
          )}
        />
      )}
      {opened > 0 && can(user, 'openSapConsole') && (
        <SapConsole messageId={opened} onOpen={open} onClose={() => open(null)} />
      )}
    </>
  )
}
