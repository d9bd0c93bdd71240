import { Button, Checkbox } from 'antd'
import { order } from '../../../resources/orders/order.ts'
import { usePerson } from '../../account/person.ts'
import { targetOf } from '../../derive/reference-texts.ts'
import { ReferenceFilter } from '../order-history/reference-filter.tsx'
import { isQueueFiltered, type QueueState, unfilteredQueue } from './queue-state.ts'

const customers = targetOf(order, 'customer')
const sbus = targetOf(order, 'sbu')

/** The filters of a queue, all held in the address. An empty queue itself offers to clear them. */
export function QueueFilters({
  state,
  onChange,
  isEmpty,
}: {
  state: QueueState
  isEmpty: boolean
  onChange: (changes: Partial<QueueState>) => void
}) {
  const { sbu, customer, overdue } = state
  const { user } = usePerson()
  return (
    <search className="history-filters queue-filters">
      <ReferenceFilter
        id="queue-sbu"
        label="SBU"
        target={sbus}
        value={sbu}
        onChange={id => onChange({ sbu: id, page: 1 })}
      />
      {user.customerId === null && (
        <ReferenceFilter
          id="queue-customer"
          label="Customer"
          target={customers}
          value={customer}
          onChange={id => onChange({ customer: id, page: 1 })}
        />
      )}
      <Checkbox checked={overdue} onChange={event => onChange({ overdue: event.target.checked, page: 1 })}>
        Overdue only
      </Checkbox>
      {!isEmpty && isQueueFiltered(state) && <Button onClick={() => onChange(unfilteredQueue)}>Clear filters</Button>}
    </search>
  )
}
