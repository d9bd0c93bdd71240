/** What a line of the timeline of a payment is about. */
export const moneyEvents = [
  'CHECKED_OUT',
  'ATTEMPT',
  'WORD',
  'CAPTURE',
  'PLACED',
  'MOVED',
  'POSTED',
  'CLEARED',
  'RETURN_PROPOSED',
  'RETURN_ASKED',
  'RETURNED',
  'WON_BACK',
  'RETURN_FAILED',
  'SETTLED',
  'MAILED',
  'DECISION',
] as const
export type MoneyEvent = (typeof moneyEvents)[number]
