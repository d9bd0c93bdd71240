import { holdsToldTo, rolesTold } from '../../orders/holds/hold-kinds.ts'
import { orderHold } from '../../orders/holds/order-hold.ts'
import type { Tile } from '../tile.ts'

/** What SAP holds, on the home of each desk that can help: the kinds that it is told of. */
export const holdTiles: readonly Tile[] = rolesTold.map(
  (role): Tile => ({
    name: `held-in-sap-${role.toLowerCase().replaceAll('_', '-')}`,
    group: 'orders',
    label: 'Held in SAP',
    roles: [role],
    counts: { list: orderHold, where: { kind: holdsToldTo(role), endedAt: 'unset' } },
    since: 'since',
    late: { label: 'for 24 working hours', where: { escalatedAt: 'set' } },
    work: {
      who: ['{orderId.customerId}'],
      key: 'Order {orderId}',
      why: 'Held in SAP: {words}',
      amount: ['orderId.grossValue'],
      due: 'dueAt',
      opens: { path: '/orders/order-history/{orderId}', label: 'Open the order' },
    },
  }),
)
