import type { StateWords } from '../define/process/states.ts'
import type { DeliveryStatus } from '../trade.ts'

/** The states of a consignment: its resource and its words need no more of its process. */
export const lrStates = {
  start: 'BOOKED',
  states: {
    BOOKED: {
      staff: 'Booked with the transporter',
      buyer: 'Handed over to the transporter',
      carrier: 'Booked with you',
    },
    IN_TRANSIT: { buyer: 'On its way to you' },
    AT_HUB: { staff: 'At the transporter’s hub', carrier: 'At your hub' },
    OUT_FOR_DELIVERY: {},
    DELIVERED: {},
    PARTIAL_DELIVERED: { staff: 'Partly delivered', buyer: 'Partly delivered, the rest is being looked for' },
    UNDELIVERED: { staff: 'Delivery tried, not delivered', buyer: 'Delivery was tried, and will be tried again' },
    RETURNED: { staff: 'Returned to the sender', buyer: 'Came back to us', carrier: 'Returned to the consignor' },
    LOST: { buyer: 'Lost on the way' },
    CANCELLED: { buyer: 'Not sent with this transporter' },
  } satisfies Record<DeliveryStatus, StateWords>,
  sets: {
    inUse: ['BOOKED', 'IN_TRANSIT', 'AT_HUB', 'OUT_FOR_DELIVERY', 'UNDELIVERED', 'PARTIAL_DELIVERED'],
  },
} as const
