import type { OutstandingItem } from '../masters/upload-outstanding.ts'
import type { CartFault, CartLine, CartTotals } from './cart-rules.ts'
import type { PaymentTransaction } from './payment-transaction.ts'
import type { GatewayName } from './payment-words.ts'

/** An open item as the cart shows it; amounts in paise, those of credits negative. */
export interface CartItem
  extends Pick<
    OutstandingItem,
    'id' | 'documentNo' | 'documentType' | 'documentDate' | 'dueDate' | 'originalAmount' | 'balanceAmount'
  > {
  daysOverdue: number
  /** What of it is disputed now. */
  disputedAmount: number
  /** What of it can be paid: its balance less what is disputed; 0 once it is settled. */
  payable: number
  isOpen: boolean
  /** The payment that settles it already, and whether that is paid: the item stays open until SAP clears it. */
  lockedByTxnNo: string | null
  isPaid: boolean
  inCart: Omit<CartLine, 'itemId'> | null
}

/** The answer of `GET` and `POST payments/cart`. */
export interface CartAnswer {
  customer: { id: number; code: string; name: string }
  /** Whether the customer pays online now; `why` says as a sentence why not, and whom to ask. */
  isEligible: boolean
  why: string | null
  account: { gateway: GatewayName; companyCode: string } | null
  allowPartial: boolean
  allowAdvance: boolean
  /** Paise. */
  maxTxnAmount: number
  /** Null before anything was saved; `rowVersion` is then sent as null too. */
  cart: { id: number; rowVersion: number } | null
  items: CartItem[]
  totals: CartTotals
  faults: CartFault[]
}

/** What `POST payments/cart` reads: all lines of the cart, which replace those before. */
export interface CartInput {
  /** That of the cart as it was read; null where there was none. */
  rowVersion: number | null
  items: CartLine[]
}

/** A line as its payer saw it on the review. */
export interface ReviewedLine extends CartLine {
  /** What of the item could be paid then, in paise. */
  payable: number
}

/** What `POST payments/checkout` reads: a reviewed cart, or an advance in paise. */
export type CheckoutInput =
  | { cartId: number; rowVersion: number; lines: ReviewedLine[]; total: number }
  | { advanceAmount: number }

/** The payment that a checkout made; the browser opens `location`, the document `/payments/hand-over/<txnNo>`, next. */
export interface CheckedOut extends Pick<PaymentTransaction, 'id' | 'txnNo' | 'amount'> {
  location: string
}

/** A line that changed since its payer reviewed it, in `data.lines` of 409 CART_CHANGED; null where there is none. */
export interface ChangedLine {
  itemId: number
  documentNo: string
  reviewed: Omit<ReviewedLine, 'itemId'> | null
  now: Omit<ReviewedLine, 'itemId'> | null
  message: string
}
