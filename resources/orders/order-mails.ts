import type { OrderState } from '../trade.ts'
import type { OrderAction } from './order-process.ts'

/**
 * The receivers: who placed the order, who buys and pays, the customer service centre of its SBU, and who
 * may say yes in the buyer's company.
 */
export type Receiver = 'creator' | 'customer' | 'csc' | 'company'

/** A mail that a step of an order sends. */
export interface OrderMail {
  template: string
  on: readonly OrderAction[]
  /** Only where the step led to this state, or not to that state. */
  leadsTo?: OrderState
  unlessTo?: OrderState
  to: readonly Receiver[]
  /** It lists the current lines. */
  withLines?: boolean
  /** The order is attached as PDF. */
  withOrder?: boolean
}

/** The steps that may find that an order cannot proceed. */
const checkingSteps = [
  'submit',
  'approveInCompany',
  'resubmit',
  'approve',
  'changeLine',
  'reroute',
  'accept',
  'release',
  'sapRefused',
] as const satisfies readonly OrderAction[]

/** The steps by which SAP has an order. */
export const confirmingSteps: readonly OrderAction[] = ['sapConfirmed', 'markCreated']

const both: readonly Receiver[] = ['creator', 'customer']

/** The mails of each step; approvers are mailed when their task is opened. */
const orderMails: readonly OrderMail[] = [
  { template: 'ORDER_SUBMITTED', on: ['submit', 'approveInCompany'], to: both },
  { template: 'ORDER_APPROVED', on: ['release'], leadsTo: 'APPROVED', to: ['creator'] },
  { template: 'ORDER_IN_ERROR', on: checkingSteps, leadsTo: 'IN_ERROR', to: ['creator', 'csc'] },
  { template: 'ORDER_REJECTED', on: ['reject', 'changeLine', 'decline'], leadsTo: 'REJECTED', to: both },
  { template: 'COMPANY_ASKED', on: ['askCompany'], to: ['company'] },
  { template: 'ORDER_SENT_BACK', on: ['sendBack', 'decline', 'returnInCompany'], leadsTo: 'DRAFT', to: ['creator'] },
  { template: 'ORDER_CONFIRMED', on: confirmingSteps, to: both, withLines: true, withOrder: true },
  {
    template: 'ORDER_CANCELLED',
    on: ['cancel', 'cancelStuck', 'openCancelled', 'sapChanged'],
    leadsTo: 'CANCELLED',
    to: both,
  },
  { template: 'CHANGED_IN_SAP', on: ['sapChanged'], to: ['csc'], withLines: true },
  { template: 'ORDER_CHANGED', on: ['sapChanged'], unlessTo: 'CANCELLED', to: both, withLines: true },
]

/** The mails of a step, by the state it led to. */
export const mailsOfStep = (step: OrderAction, status: OrderState): OrderMail[] =>
  orderMails.filter(
    ({ on, leadsTo = status, unlessTo }) => on.includes(step) && leadsTo === status && unlessTo !== status,
  )

/**
 * The role in which somebody reads an order: our employees, its payer, or a buyer whose distributor pays and who
 * therefore sees no amounts. Remarks of approvers are for employees.
 */
export type OrderAudience = 'staff' | 'payer' | 'buyer'

/** A buyer whose distributor pays sees no amounts. */
export const seesAmounts = (reader: OrderAudience) => reader !== 'buyer'

/** What is shown in place of a hidden amount. */
export const HIDDEN_AMOUNT = 'as your distributor invoices it'
