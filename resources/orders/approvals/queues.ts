import type { ApprovalStep } from '../../trade.ts'

/** One of the seven queues of approvals: its screen, what it measures, and whether many are approved at once. */
export interface Queue {
  step: ApprovalStep
  path: string
  title: string
  purpose: string
  /** What is measured, as the heading of its column; null where nothing is. */
  measure: string | null
  unit: 'MONEY' | 'PERCENT' | 'QUANTITY' | null
  bulk: boolean
  /** The step that completes a task of the queue. */
  approves: 'approve' | 'accept'
}

/** In the order in which an order passes them. */
export const queues: readonly Queue[] = [
  {
    step: 'EUD',
    path: '/orders/pending-for-eud-approval',
    title: 'Pending For EUD Approval',
    purpose: 'Orders with products that need an end-user document: review the document, then decide.',
    measure: null,
    unit: null,
    bulk: false,
    approves: 'approve',
  },
  {
    step: 'RATE_CONTRACT',
    path: '/orders/pending-for-rate-contract-approval',
    title: 'Pending For Rate Contract Approval',
    purpose: 'Orders above the open quantity of a rate contract, or on a contract that needs approval.',
    measure: 'Beyond the contract',
    unit: 'QUANTITY',
    bulk: false,
    approves: 'approve',
  },
  {
    step: 'CSC',
    path: '/orders/pending-for-csc-approval',
    title: 'Pending For CSC Approval',
    purpose: 'Orders waiting for the CSC check.',
    measure: 'Taxable value',
    unit: 'MONEY',
    bulk: false,
    approves: 'approve',
  },
  {
    step: 'LIMIT_PRICE',
    path: '/orders/pending-for-limit-price-approval',
    title: 'Pending For Limit Price Approval',
    purpose: 'Orders with a price below the limit price of a product.',
    measure: 'Below limit price',
    unit: 'PERCENT',
    bulk: false,
    approves: 'approve',
  },
  {
    step: 'MY_APPROVAL',
    path: '/orders/pending-for-my-approval',
    title: 'Pending For My Approval',
    purpose: 'Orders whose discount, terms or free goods are above the limit of the person who placed them.',
    measure: 'Discount',
    unit: 'PERCENT',
    bulk: true,
    approves: 'approve',
  },
  {
    step: 'LIMIT',
    path: '/orders/pending-for-limit-approval',
    title: 'Pending For Limit Approval',
    purpose: 'Orders above the payer’s credit limit, or of a payer with overdue invoices.',
    measure: 'Over credit limit',
    unit: 'MONEY',
    bulk: true,
    approves: 'approve',
  },
  {
    step: 'ACCEPTANCE',
    path: '/orders/pending-for-my-acceptance',
    title: 'Pending For My Acceptance',
    purpose: 'Orders changed or placed for you: accept or decline them.',
    measure: null,
    unit: null,
    bulk: true,
    approves: 'accept',
  },
]

const byStep = new Map(queues.map(queue => [queue.step, queue]))
/** The queue in which an approval waits. */
export const queueOf = (step: ApprovalStep): Queue => byStep.get(step)!

/** The most tasks approved at once. */
export const MOST_AT_ONCE = 50
