import { can } from '../../../resources/capabilities.ts'
import type { showCustomer } from '../../../resources/masters/commands.ts'
import { usePerson } from '../../account/person.ts'
import { at, useAsk } from '../../derive/command/ask.ts'
import { readOn } from '../../derive/record/when.ts'
import { framedBy } from '../../derive/show/framed-by.tsx'
import { customerHeader } from './customer-header.ts'

/** A customer with what it owes and has on order; a new order for it is one step away. */
export default framedBy(customerHeader, ({ id }) => {
  const { user, may } = usePerson()
  const sees = can(user, 'seeCustomer360')
  const { data } = useAsk(
    at<typeof showCustomer>('GET customer-360'),
    { customerId: id },
    { enabled: sees, retry: false },
  )
  return {
    beside: { today: readOn(), figures: data },
    first: [
      ...(may('create', 'orders') && user.customerId === null
        ? [
            {
              key: 'order',
              label: 'New order',
              letter: 'N',
              place: 'primary',
              to: `/orders/default?customer=${id}`,
            } as const,
          ]
        : []),
      ...(sees
        ? [{ key: '360', label: 'Customer 360', place: 'beside', to: `/masters/dashboard?customer=${id}` } as const]
        : []),
    ],
  }
})
