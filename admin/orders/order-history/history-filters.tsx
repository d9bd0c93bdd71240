import { Button, Select } from 'antd'
import { useState } from 'react'
import { ownColumns } from '../../../resources/columns.ts'
import type { OptionReader } from '../../../resources/option-words.ts'
import { order } from '../../../resources/orders/order.ts'
import { orderLine } from '../../../resources/orders/order-line.ts'
import { orderStatusText } from '../../../resources/orders/order-status.ts'
import { usePerson } from '../../account/person.ts'
import DayInput from '../../derive/form/day-input.tsx'
import { targetOf } from '../../derive/reference-texts.ts'
import { useNarrow } from '../../derive/use-narrow.ts'
import { useStatusReader } from '../show/status-mark.tsx'
import { FilterBox, WordsFilter } from './filter-box.tsx'
import { HELD, type HistoryState, isHistoryFiltered, listedStatuses, OPEN, unfilteredHistory } from './history-state.ts'
import { ReferenceFilter } from './reference-filter.tsx'

const customers = targetOf(order, 'customer')
const sbus = targetOf(order, 'sbu')
const plants = targetOf(orderLine, 'plant')
const placers = targetOf(order, 'user')
const statusesFor = (reader: OptionReader) => [
  { value: OPEN, label: 'Open: until dispatched' },
  { value: HELD, label: reader === 'buyer' ? 'Being checked before dispatch' : 'Held in SAP' },
  ...listedStatuses.map(value => ({ value: value as string, label: orderStatusText({ status: value }, reader) })),
]

interface Filters {
  state: HistoryState
  onChange: (changes: Partial<HistoryState>) => void
}

/**
 * The filters of the list of orders, all held in the address: those that are asked for most, and the others behind a
 * button; on a phone all but the search. An empty list itself offers to clear them.
 */
export function HistoryFilters({ state, onChange, isEmpty }: Filters & { isEmpty: boolean }) {
  const narrow = useNarrow()
  const [open, setOpen] = useState(isUnfolded(state, narrow))
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
      {(open || !narrow) && <UsualFilters state={state} onChange={onChange} />}
      {open && <MoreFilters state={state} onChange={onChange} />}
      <Button aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? 'Fewer filters' : 'More filters'}
      </Button>
      {!isEmpty && isNarrowed(state) && <Button onClick={() => onChange(unfilteredHistory)}>Clear filters</Button>}
    </search>
  )
}

/** Whether a filter is set besides the view. */
const isNarrowed = ({ status, ...state }: HistoryState) =>
  isHistoryFiltered({ ...state, status: status === OPEN ? null : status })

/** Whether a filter is set that would be out of sight. */
const isUnfolded = ({ status, customer, ...others }: HistoryState, narrow: boolean) =>
  isNarrowed({ ...others, q: '', status: narrow ? status : null, customer: narrow ? customer : null })

function UsualFilters({ state, onChange }: Filters) {
  const statuses = statusesFor(useStatusReader())
  const own = ownColumns(order, usePerson().user.roles)
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
            value={state.status}
            onChange={chosen => onChange({ status: chosen ?? null })}
          />
        </FilterBox>
      )}
      {!own.includes('customerId') && (
        <ReferenceFilter
          id="history-customer"
          label="Customer"
          target={customers}
          value={state.customer}
          onChange={id => onChange({ customer: id })}
        />
      )}
    </>
  )
}

function MoreFilters({ state, onChange }: Filters) {
  const { sbu, soldTo, plant, by, from, to } = state
  const own = ownColumns(order, usePerson().user.roles)
  return (
    <>
      <ReferenceFilter id="history-sbu" label="SBU" target={sbus} value={sbu} onChange={id => onChange({ sbu: id })} />
      {!own.includes('soldToId') && (
        <ReferenceFilter
          id="history-sold-to"
          label="Sold-to"
          target={customers}
          value={soldTo}
          onChange={id => onChange({ soldTo: id })}
        />
      )}
      <ReferenceFilter
        id="history-plant"
        label="Plant"
        target={plants}
        value={plant}
        onChange={id => onChange({ plant: id })}
      />
      {!state.drafts && (
        <ReferenceFilter
          id="history-by"
          label="Placed by"
          target={placers}
          placeholder="Anybody"
          value={by}
          onChange={id => onChange({ by: id })}
        />
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
