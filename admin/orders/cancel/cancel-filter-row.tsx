import { Button, Select } from 'antd'
import { useState } from 'react'
import type { CancelFilter } from '../../../resources/orders/cancel/cancel-lines.ts'
import { cancellableStates } from '../../../resources/orders/cancel/cancel-states.ts'
import { order } from '../../../resources/orders/order.ts'
import { orderLine } from '../../../resources/orders/order-line.ts'
import { orderStatusWords } from '../../../resources/orders/order-status.ts'
import DayInput from '../../derive/form/day-input.tsx'
import { targetOf } from '../../derive/reference-texts.ts'
import { FilterBox, WordsFilter } from '../order-history/filter-box.tsx'
import { ReferenceFilter } from '../order-history/reference-filter.tsx'

const NOTHING: CancelFilter = {
  sbuId: null,
  customerId: null,
  productId: null,
  plantId: null,
  status: null,
  customerPoNo: null,
  from: null,
  to: null,
}
const statuses = cancellableStates.map(value => ({ value, label: orderStatusWords.staff[value] }))
const pickers = [
  ['sbuId', 'SBU', targetOf(order, 'sbu')],
  ['customerId', 'Customer', targetOf(order, 'customer')],
  ['productId', 'Product', targetOf(orderLine, 'products')],
  ['plantId', 'Plant', targetOf(orderLine, 'plant')],
] as const

/** The filters of a cancellation run; nothing is fetched before the button is pressed. */
export function CancelFilterRow({ busy, onLook }: { busy: boolean; onLook: (pick: CancelFilter) => void }) {
  const [pick, setPick] = useState<CancelFilter>(NOTHING)
  const change = (more: Partial<CancelFilter>) => setPick({ ...pick, ...more })
  const empty = Object.values(pick).every(value => value === null)
  return (
    <search className="history-filters">
      {pickers.map(([name, label, target]) => (
        <ReferenceFilter
          key={name}
          id={`cancel-${name}`}
          label={label}
          target={target}
          value={pick[name]}
          onChange={id => change({ [name]: id })}
        />
      ))}
      <FilterBox id="cancel-status" label="Status">
        <Select
          id="cancel-status"
          className="wide"
          allowClear
          popupMatchSelectWidth={false}
          placeholder="Any"
          options={statuses}
          value={pick.status}
          onChange={chosen => change({ status: chosen ?? null })}
        />
      </FilterBox>
      <FilterBox id="cancel-from" label="Ordered from">
        <DayInput id="cancel-from" value={pick.from} onChange={from => change({ from })} />
      </FilterBox>
      <FilterBox id="cancel-to" label="Ordered to">
        <DayInput id="cancel-to" value={pick.to} onChange={to => change({ to })} />
      </FilterBox>
      <WordsFilter
        id="cancel-po"
        label="PO number"
        value={pick.customerPoNo ?? ''}
        onChange={po => change({ customerPoNo: po || null })}
      />
      <Button type="primary" loading={busy} disabled={empty} onClick={() => onLook(pick)}>
        Show lines
      </Button>
    </search>
  )
}
