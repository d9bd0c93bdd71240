import type { OrderAction } from './order-process.ts'

/** The steps that people take on an order that exists; creating and saving have requests of their own. */
export const userSteps = [
  ...([
    'submit',
    'approveInCompany',
    'returnInCompany',
    'resubmit',
    'approve',
    'reject',
    'sendBack',
    'changeLine',
    'accept',
    'decline',
  ] as const),
  ...(['markCreated', 'cancelStuck', 'cancel', 'cancelOpen', 'changeDate', 'askCancel'] as const),
  ...(['deleteLines', 'delete', 'copy', 'retry'] as const),
] as const satisfies readonly OrderAction[]
export type UserStep = (typeof userSteps)[number]
