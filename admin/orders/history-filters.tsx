import { Button, Input, Select } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { order } from '../../resources/orders/order.ts'
import DayInput from '../derive/day-input.tsx'
import { ReferencePicker } from '../derive/reference-picker.tsx'
import { targetOf } from '../derive/reference-texts.ts'
import { Icon } from '../shell/icons.tsx'
import { useMay } from '../shell/person.ts'
import { type HistoryState, isFiltered, listed, unfiltered } from './history-state.ts'
import { statusText } from './status-mark.tsx'

const customers = targetOf(order, 'customer')
const sbus = targetOf(order, 'sbu')
const statuses = listed.map(value => ({ value, label: statusText(value) }))

/** What narrows the list of orders; everything stands in the address bar. */
export function HistoryFilters({
  state,
  onChange,
}: {
  state: HistoryState
  onChange: (changes: Partial<HistoryState>) => void
}) {
  const may = useMay()
  return (
    <search className="history-filters">
      <Words
        id="history-q"
        label="Search"
        hint="Order, SAP or PO number"
        icon
        value={state.q}
        onChange={q => onChange({ q })}
      />
      {!state.drafts && (
        <Filter id="history-status" label="Status">
          <Select
            id="history-status"
            className="wide"
            allowClear
            placeholder="Any"
            options={statuses}
            value={state.status}
            onChange={status => onChange({ status: status ?? null })}
          />
        </Filter>
      )}
      {may('read', sbus.path) && (
        <Filter id="history-sbu" label="SBU">
          <ReferencePicker
            id="history-sbu"
            target={sbus}
            placeholder="Any"
            value={state.sbu}
            onChange={sbu => onChange({ sbu })}
          />
        </Filter>
      )}
      {may('read', customers.path) && (
        <Filter id="history-customer" label="Customer">
          <ReferencePicker
            id="history-customer"
            target={customers}
            placeholder="Any"
            value={state.customer}
            onChange={customer => onChange({ customer })}
          />
        </Filter>
      )}
      <Filter id="history-from" label="Ordered from">
        <DayInput id="history-from" value={state.from} onChange={from => onChange({ from })} />
      </Filter>
      <Filter id="history-to" label="Ordered to">
        <DayInput id="history-to" value={state.to} onChange={to => onChange({ to })} />
      </Filter>
      <Words id="history-po" label="PO number" value={state.po} onChange={po => onChange({ po })} />
      {isFiltered(state) && <Button onClick={() => onChange(unfiltered)}>Clear filters</Button>}
    </search>
  )
}

function Filter({ id, label, children }: { id: string; label: string; children: React.ReactNode }) {
  return (
    <div className="history-filter">
      <label htmlFor={id}>{label}</label>
      {children}
    </div>
  )
}

const REST = 300

/** A box for words that asks once the typing rests. */
function Words(box: {
  id: string
  label: string
  hint?: string
  icon?: boolean
  value: string
  onChange: (text: string) => void
}) {
  const { value, onChange } = box
  const [text, setText] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => setText(typed => (typed.trim() === value ? typed : value)), [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  function type(typed: string) {
    setText(typed)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onChange(typed.trim()), REST)
  }

  return (
    <Filter id={box.id} label={box.label}>
      <Input
        id={box.id}
        allowClear
        autoComplete="off"
        maxLength={35}
        placeholder={box.hint ?? ''}
        prefix={box.icon && <Icon name="search" />}
        value={text}
        onChange={event => type(event.target.value)}
      />
    </Filter>
  )
}
