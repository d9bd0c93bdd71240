/** Why something that was ordered did not come: each unfilled part of a line has exactly one cause. */

/** The causes of lost sales, in the order in which they are asked; the last is that of everything else. */
export const lostSaleCauses = [
  'ORDERED_AGAIN',
  'CUSTOMER',
  'EUD',
  'CREDIT',
  'STOCK',
  'PRICE',
  'APPROVAL_DELAY',
  'DISPATCH',
  'OTHER',
] as const
type LostSaleCause = (typeof lostSaleCauses)[number]

/** What became of the part: refused by an approver, lapsed, cancelled, or still open after the day it was asked for. */
export const lostParts = ['REJECTED', 'LAPSED', 'CANCELLED', 'OVERDUE'] as const

/** What is known of an unfilled part of a line; yes and no are 1 and 0, as the database has them. */
export interface LostSaleFacts {
  part: (typeof lostParts)[number]
  /** Another order was made of this one and counts, or of this line. */
  orderedAgain: 0 | 1
  /** The code of the reason that was given for cancelling or rejecting. */
  reason: string | null
  /** The approval that the order waited for last, unless it was given. */
  stoppedAt: string | null
  eudStatus: string
  inSap: 0 | 1
  /** SAP confirmed less than was ordered and not cancelled. */
  isShort: 0 | 1
  /** The last approval came after the day that the goods were asked for. */
  isApprovedLate: 0 | 1
}

type Condition = { readonly [Fact in keyof LostSaleFacts]?: readonly NonNullable<LostSaleFacts[Fact]>[] }

const UNDECIDED = ['LAPSED', 'CANCELLED', 'OVERDUE'] as const
const APPROVALS = ['EUD', 'RATE_CONTRACT', 'CSC', 'LIMIT_PRICE', 'MY_APPROVAL', 'LIMIT', 'ACCEPTANCE'] as const

/**
 * Each cause with its conditions, of which one is enough and all facts must agree. What people said goes before what the
 * portal infers, and the approval that stopped an order before the time that it took.
 */
export const lostSaleRules: readonly (readonly [LostSaleCause, readonly Condition[]])[] = [
  ['ORDERED_AGAIN', [{ orderedAgain: [1] }]],
  ['CUSTOMER', [{ reason: ['WRONG', 'BUDGET'] }]],
  ['EUD', [{ stoppedAt: ['EUD'] }, { eudStatus: ['REQUIRED', 'SUBMITTED', 'REJECTED'], inSap: [0] }]],
  ['CREDIT', [{ reason: ['CREDIT'] }, { stoppedAt: ['LIMIT'] }]],
  ['STOCK', [{ reason: ['NOSTOCK'] }, { part: ['OVERDUE'], inSap: [1], isShort: [1] }]],
  [
    'PRICE',
    [
      { reason: ['PRICE', 'DISCOUNT', 'MARGIN'] },
      { part: ['REJECTED'], stoppedAt: ['RATE_CONTRACT', 'LIMIT_PRICE', 'MY_APPROVAL'] },
    ],
  ],
  [
    'APPROVAL_DELAY',
    [
      { part: UNDECIDED, stoppedAt: APPROVALS },
      { part: UNDECIDED, isApprovedLate: [1] },
    ],
  ],
  ['DISPATCH', [{ reason: ['LATE'] }, { part: ['OVERDUE'], inSap: [1] }]],
]

/** The one cause of an unfilled part: that of the first rule that fits, else `OTHER`. */
export function lostSaleCause(facts: LostSaleFacts): LostSaleCause {
  const fits = (condition: Condition) =>
    Object.entries(condition).every(([fact, values]) =>
      (values as readonly unknown[]).includes(facts[fact as keyof LostSaleFacts]),
    )
  return lostSaleRules.find(([, conditions]) => conditions.some(fits))?.[0] ?? 'OTHER'
}
