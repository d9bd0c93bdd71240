import type { UseQueryResult } from '@tanstack/react-query'
import { Button, Popover } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { can } from '../../../resources/capabilities.ts'
import { isKnownToSap } from '../../../resources/orders/sap/known-to-sap.ts'
import { sapSyncRun } from '../../../resources/platform/sap-sync-run.ts'
import { useMay, usePerson } from '../../account/person.ts'
import { type PlainColumn, PlainGrid } from '../../derive/grid/plain-grid.tsx'
import { useNarrow } from '../../derive/use-narrow.ts'
import type { Refusal } from '../../shell/api.ts'
import { Failure } from '../../shell/failure.tsx'
import { Icon } from '../../shell/menu/icons.tsx'
import { Waiting } from '../../shell/waiting.tsx'
import { NothingHere } from '../nothing-here.tsx'
import { AskSap } from './ask-sap.tsx'
import { SapConsole } from './console.tsx'
import { SapAsOf } from './sap-as-of.tsx'
import { useOpenMessage } from './use-open-message.ts'

/**
 * Orders that SAP does not have as it should, each with its message to SAP, the query to SAP, and the ways out of its
 * list.
 */
export function FailedList<Row extends { id: number; orderNo: string }>(list: {
  answer: Pick<UseQueryResult<readonly Row[], Refusal>, 'data' | 'error' | 'refetch'>
  label: string
  none: string
  columns: readonly PlainColumn<Row>[]
  statusOf: (row: Row) => string
  messageOf: (row: Row) => number | null
  /** What is mostly done with a row. */
  first: (row: Row) => ReactNode
  /** The rest of what is done with it, behind one button. */
  rest: (row: Row) => ReactNode
}) {
  const { data, error, refetch } = list.answer
  const { user } = usePerson()
  const readsSap = useMay()('approve', sapSyncRun.path)
  const opensConsole = can(user, 'openSapConsole')
  const { opened, open } = useOpenMessage()
  const actionsOf = (row: Row) => {
    const message = opensConsole ? list.messageOf(row) : null
    const rest = list.rest(row)
    const asks = readsSap && isKnownToSap(list.statusOf(row))
    return (
      <div className="trouble-acts">
        {list.first(row)}
        {(message !== null || asks || rest) && (
          <More of={row.orderNo}>
            {message !== null && (
              <Button size="small" onClick={() => open(message)}>
                Message to SAP<span className="for-readers"> for {row.orderNo}</span>
              </Button>
            )}
            <AskSap orderNo={row.orderNo} status={list.statusOf(row)} size="small" />
            {rest}
          </More>
        )}
      </div>
    )
  }
  // Who can do nothing has the room for the columns.
  const acts = opensConsole || readsSap || data?.some(row => list.first(row) || list.rest(row))
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
          oneLine
          label={list.label}
          rows={data}
          columns={list.columns}
          {...(acts && { actions: actionsOf })}
        />
      )}
      {opened > 0 && opensConsole && <SapConsole messageId={opened} onOpen={open} onClose={() => open(null)} />}
    </>
  )
}

/** Further buttons of a row, which would make it higher; a card has room for them. Escape leads back to the row. */
function More({ of, children }: { of: string; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLDivElement>(null)
  if (useNarrow()) return children
  const buttons = (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens to what its buttons do not use
    <div
      ref={box}
      className="trouble-more"
      onKeyDown={event => {
        if (event.key !== 'Escape' || !event.currentTarget.contains(event.target as Node)) return
        setOpen(false)
        button.current?.focus()
      }}
    >
      {children}
    </div>
  )
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      arrow={false}
      open={open}
      onOpenChange={setOpen}
      afterOpenChange={shown => shown && box.current?.querySelector('button')?.focus()}
      content={buttons}
    >
      <Button ref={button} size="small" aria-haspopup="true" aria-expanded={open}>
        More<span className="for-readers"> for {of}</span> <Icon name="down" />
      </Button>
    </Popover>
  )
}
