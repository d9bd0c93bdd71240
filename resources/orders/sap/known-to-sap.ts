const knownToSap: readonly string[] = [
  'APPROVED',
  'IN_ERROR',
  'CONFIRMED',
  'PARTIALLY_DISPATCHED',
  'DISPATCHED',
  'DELIVERED',
]

/** Whether SAP has an order of this state or is to get it, so that it can be read from SAP. */
export const isKnownToSap = (status: string) => knownToSap.includes(status)
