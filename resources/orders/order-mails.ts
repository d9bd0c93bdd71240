import type { OrderState } from '../trade.ts'
import type { OrderAction } from './order-flow.ts'

/** Who is written to: who placed the order, who buys and pays, and the customer service centre of its SBU. */
export type Receiver = 'creator' | 'customer' | 'csc'

/** A mail that a step of an order sends (§J.7). */
export interface OrderMail {
  template: string
  on: readonly OrderAction[]
  /** Only where the step led here, or elsewhere than there. */
  leadsTo?: OrderState
  unlessTo?: OrderState
  to: readonly Receiver[]
  /** It tells the lines as they are now. */
  withLines?: boolean
  /** The order goes with it as PDF. */
  withOrder?: boolean
}

/** The steps that may find that an order cannot go on. */
const judging = [
  'submit',
  'resubmit',
  'approve',
  'changeLine',
  'accept',
  'release',
  'sapRefused',
] as const satisfies readonly OrderAction[]

/** The steps by which SAP has an order. */
export const confirming: readonly OrderAction[] = ['sapConfirmed', 'markCreated']

const both: readonly Receiver[] = ['creator', 'customer']

/** Step by step who is told what; the approvers of a task are told when it is opened. */
const orderMails: readonly OrderMail[] = [
  { template: 'ORDER_SUBMITTED', on: ['submit'], to: both },
  { template: 'ORDER_APPROVED', on: ['release'], leadsTo: 'APPROVED', to: ['creator'] },
  { template: 'ORDER_IN_ERROR', on: judging, leadsTo: 'IN_ERROR', to: ['creator', 'csc'] },
  { template: 'ORDER_REJECTED', on: ['reject', 'changeLine', 'decline'], leadsTo: 'REJECTED', to: both },
  { template: 'ORDER_SENT_BACK', on: ['sendBack', 'decline'], leadsTo: 'DRAFT', to: ['creator'] },
  { template: 'ORDER_CONFIRMED', on: confirming, to: both, withLines: true, withOrder: true },
  {
    template: 'ORDER_CANCELLED',
    on: ['cancel', 'cancelStuck', 'openCancelled', 'sapChanged'],
    leadsTo: 'CANCELLED',
    to: both,
  },
  { template: 'CHANGED_IN_SAP', on: ['sapChanged'], to: ['csc'], withLines: true },
  { template: 'ORDER_CHANGED', on: ['sapChanged'], unlessTo: 'CANCELLED', to: both, withLines: true },
]

/** The mails of a step, by where it led. */
export const mailsOfStep = (step: OrderAction, status: OrderState): OrderMail[] =>
  orderMails.filter(
    ({ on, leadsTo = status, unlessTo }) => on.includes(step) && leadsTo === status && unlessTo !== status,
  )

/**
 * As whom somebody reads of an order: our own people, who pays for it, or a buyer whose distributor pays: he is told no
 * amounts (§D.4). What approvers remarked is for our own people.
 */
export type Reader = 'staff' | 'payer' | 'buyer'

/** A buyer whose distributor pays is told no amounts. */
export const readsAmounts = (reader: Reader) => reader !== 'buyer'

/** What stands where an amount would that a reader is not told. */
export const AMOUNT_OF_ANOTHER = 'as your distributor invoices it'
