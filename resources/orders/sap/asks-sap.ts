const told: readonly string[] = ['APPROVED', 'IN_ERROR', 'CONFIRMED', 'PARTIALLY_DISPATCHED', 'DISPATCHED', 'DELIVERED']

/** Whether SAP has an order of this state or is to get it, so that asking for it tells something. */
export const asksSap = (status: string) => told.includes(status)
