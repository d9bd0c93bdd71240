import type { DeliveryStatus } from '../../resources/trade.ts'
import type { Cart, CartStep } from '../carts.ts'
import type { Rating } from './past-feedback.ts'
import type { Proof } from './past-pods.ts'
import type { SapReaction } from './past-sap.ts'

/** An order of an earlier day, and its progress since. */
export interface PastCart extends Omit<Cart, 'decided' | 'draft'> {
  /** Days before today on which it was placed. */
  ago: number
  /** Who approved or accepted it the day after, in turn; without them it still waits, where an approval is needed. */
  yes?: string
  /** Later steps, with the days after placing it. */
  later?: readonly (readonly [after: number, ...CartStep])[]
  sap?: SapReaction
  /** Dispatched two days after SAP had it, and the transporter's events day by day. */
  left?: readonly DeliveryStatus[]
  /** Dispatched, and delivered so many working days after the day that was promised; negative before it. */
  late?: number
  /** The transporter, where it is not the one of the lane. */
  transporter?: string
  /** What becomes of the proof of its delivery, and what the customer says. */
  proof?: Proof
  rating?: Rating
  /** The buyer fetches the goods, in place of a transporter; with neither, the invoice waits. */
  collected?: Collected
  /** Stays a draft, which the nightly job lets lapse. */
  draft?: true
}

/** How far the buyer's own collection of an order comes; one that is ready and not fetched expires at night. */
export type Collected = 'authorised' | 'ready' | 'handed over'
