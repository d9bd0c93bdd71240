import { can } from '../../../resources/capabilities.ts'
import type { showCustomer } from '../../../resources/masters/commands.ts'
import { usePerson } from '../../account/person.ts'
import { at, useAsk } from '../../derive/command/ask.ts'
import { Neighbours } from '../../derive/form/neighbours.tsx'
import type { RecordAct } from '../../derive/record/record-acts.ts'
import { saidOf } from '../../derive/record/record-header.ts'
import { RecordPage } from '../../derive/record/record-page.tsx'
import { readOn } from '../../derive/record/when.ts'
import type { ShowFrame } from '../../derive/show/panel.ts'
import { useShowActs } from '../../derive/show/use-show-acts.tsx'
import { pathOf } from '../../shell/screens.ts'
import { type CustomerRow, customerHeader } from './customer-header.ts'

/** A customer with what it owes and has on order; a new order for it is one step away. */
const CustomerFrame: ShowFrame = ({ resource, row, from, children }) => {
  const { user, may } = usePerson()
  const sees = can(user, 'seeCustomer360')
  const { data } = useAsk(
    at<typeof showCustomer>('GET customer-360'),
    { customerId: row.id },
    { enabled: sees, retry: false },
  )
  const { acts, dialogs } = useShowActs(resource, row)
  const orders = may('create', 'orders') && user.customerId === null
  const first: RecordAct[] = [
    ...(orders
      ? [{ key: 'order', label: 'New order', place: 'primary', to: `/orders/default?customer=${row.id}` } as const]
      : []),
    ...(sees
      ? [{ key: '360', label: 'Customer 360', place: 'beside', to: `/masters/dashboard?customer=${row.id}` } as const]
      : []),
  ]
  return (
    <RecordPage
      header={saidOf(customerHeader, row as unknown as CustomerRow, { today: readOn(), figures: data }, 'staff')}
      from={from}
      neighbours={<Neighbours resource={resource} id={row.id} pathTo={pathOf.show} />}
      acts={[...first, ...acts]}
    >
      {children}
      {dialogs}
    </RecordPage>
  )
}
export default CustomerFrame
