import { Button, Select } from 'antd'
import { useState } from 'react'
import { order } from '../../resources/orders/order.ts'
import DayInput from '../derive/day-input.tsx'
import { ReferencePicker } from '../derive/reference-picker.tsx'
import { targetOf } from '../derive/reference-texts.ts'
import { useNarrow } from '../derive/use-narrow.ts'
import { useMay } from '../shell/person.ts'
import { FilterBox, WordsFilter } from './filter-box.tsx'
import { type HistoryState, isFiltered, listed, unfiltered } from './history-state.ts'
import { statusText } from './status-mark.tsx'

const customers = targetOf(order, 'customer')
const sbus = targetOf(order, 'sbu')
const statuses = listed.map(value => ({ value, label: statusText(value) }))

interface Filters {
  state: HistoryState
  onChange: (changes: Partial<HistoryState>) => void
}

/** What narrows the list of orders; everything stands in the address bar. A phone shows the search first. */
export function HistoryFilters({ state, onChange }: Filters) {
  const narrow = useNarrow()
  const [open, setOpen] = useState(isFiltered(state))
  return (
    <search className="history-filters">
      <WordsFilter
        id="history-q"
        label="Search"
        hint="Order, SAP or PO number"
        icon
        value={state.q}
        onChange={q => onChange({ q })}
      />
      {narrow && (
        <Button aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Fewer filters' : 'More filters'}
        </Button>
      )}
      {(open || !narrow) && <MoreFilters state={state} onChange={onChange} />}
      {isFiltered(state) && <Button onClick={() => onChange(unfiltered)}>Clear filters</Button>}
    </search>
  )
}

function MoreFilters({ state, onChange }: Filters) {
  const may = useMay()
  const { status, sbu, customer, from, to } = state
  return (
    <>
      {!state.drafts && (
        <FilterBox id="history-status" label="Status">
          <Select
            id="history-status"
            className="wide"
            allowClear
            placeholder="Any"
            options={statuses}
            value={status}
            onChange={chosen => onChange({ status: chosen ?? null })}
          />
        </FilterBox>
      )}
      {may('read', sbus.path) && (
        <FilterBox id="history-sbu" label="SBU">
          <ReferencePicker
            id="history-sbu"
            target={sbus}
            placeholder="Any"
            value={sbu}
            onChange={id => onChange({ sbu: id })}
          />
        </FilterBox>
      )}
      {may('read', customers.path) && (
        <FilterBox id="history-customer" label="Customer">
          <ReferencePicker
            id="history-customer"
            target={customers}
            placeholder="Any"
            value={customer}
            onChange={id => onChange({ customer: id })}
          />
        </FilterBox>
      )}
      <FilterBox id="history-from" label="Ordered from">
        <DayInput id="history-from" value={from} onChange={day => onChange({ from: day })} />
      </FilterBox>
      <FilterBox id="history-to" label="Ordered to">
        <DayInput id="history-to" value={to} onChange={day => onChange({ to: day })} />
      </FilterBox>
      <WordsFilter id="history-po" label="PO number" value={state.po} onChange={po => onChange({ po })} />
    </>
  )
}
