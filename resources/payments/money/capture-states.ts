/** What of a capture has gone back. */
export const captureStates = {
  start: 'CAPTURED',
  states: {
    CAPTURED: { staff: 'Captured', buyer: 'Received' },
    PART_RETURNED: { staff: 'Returned in part', buyer: 'Returned in part' },
    REFUNDED: {},
    CHARGED_BACK: { staff: 'Charged back', buyer: 'Taken back by your bank' },
    AUTO_REFUNDED: { staff: 'Refunded by the gateway', buyer: 'Refunded' },
  },
  sets: {
    /** All of it is back with the payer. */
    returned: ['REFUNDED', 'CHARGED_BACK', 'AUTO_REFUNDED'],
    inUse: [],
  },
} as const

export type CaptureState = keyof typeof captureStates.states

/** How a capture fits what the payer set out to pay. */
export const captureFits = ['EXACT', 'SHORT', 'OVER', 'FOREIGN', 'SECOND', 'LATE', 'TAMPERED'] as const
export type CaptureFit = (typeof captureFits)[number]

/** How a capture fits, in words. */
export const fitWords: Readonly<Record<CaptureFit, string>> = {
  EXACT: 'As asked',
  SHORT: 'Less than asked',
  OVER: 'More than asked',
  FOREIGN: 'Another currency',
  SECOND: 'Taken once more',
  LATE: 'After the payment had ended',
  TAMPERED: 'Another amount at the bank',
}

/** By what the portal came to know of a capture. */
export const captureSources = ['RETURN', 'NOTIFY', 'POLL', 'FILE', 'HAND'] as const
export type CaptureSource = (typeof captureSources)[number]

/** Where rupees of a capture are: on an open item, on account, or on their way back to the payer. */
export const allocationTargets = ['ITEM', 'ON_ACCOUNT', 'TO_REFUND'] as const
export type AllocationTarget = (typeof allocationTargets)[number]
