import {
  type GatewayStatus,
  isReturn,
  type ReturnReason,
  type WordMeaning,
  type WordTable,
} from '../../../resources/payments/gateways/word-table.ts'
import { meaningIn } from '../../../resources/payments/gateways/words.ts'
import { type PaymentMode, paymentModes } from '../../../resources/payments/payment-words.ts'
import type { Fields } from './fields.ts'

/** An attempt of a payment as a gateway is asked about it. */
export interface GatewayPayment {
  /** The number of the attempt at the gateway: ours, at most 25 letters and digits. */
  orderNo: string
  /** Whole paise. */
  amount: number
}

/** A payment that begins: who pays what for, and where the browser and the gateway's server report the end. */
export interface StartingPayment extends GatewayPayment {
  customerCode: string
  purpose: string
  firstName: string
  email: string
  phone: string
  returnUrl: string
  notifyUrl: string
}

/** The form that the browser posts to the gateway. */
export interface PaymentForm {
  action: string
  fields: Fields
}

/** What a callback claims. None of it decides: whoever reads it asks the gateway, also where the signature is right. */
export interface Callback {
  /** The number of the attempt that it names. */
  txnNo: string | null
  /** Null where the word is missing or not known. */
  status: WordMeaning | null
  /** Whole paise. */
  amount: number | null
  gatewayTxnId: string | null
  /** Of CCAvenue, which signs nothing, only that it decrypts. */
  signatureOk: boolean
  /** What is signed, of CCAvenue what it decrypts to: by this one notice is told from another. */
  identity: Fields
  /** What may be stored: no names, no tokens, of cards the last four digits, UPI ids masked. */
  redacted: Fields
}

/** What the gateway knows of a payment. */
interface Facts {
  /** Whole paise of the payment itself; null where it was not said, never of a success. */
  amount: number | null
  currency: string | null
  gatewayTxnId: string | null
  /** The bank's own reference of the payment, by which its payer finds it on their statement. */
  bankRefNo: string | null
  /** By what was paid; null where the gateway does not say. */
  mode: PaymentMode | null
  /** Whole paise that the gateway charged the payer on top; null where it does not say. */
  charges: number | null
  /** The gateway's own word for the status. */
  said: string
  /** What of the answer may be stored, as of a callback. */
  redacted: Fields
}

/** The gateway did not say what became of the payment, which therefore stays as it is and is asked about again. */
export interface Unknown {
  status: 'UNKNOWN'
  why: 'TIMEOUT' | 'ERROR' | 'NOT_FOUND' | 'UNKNOWN_WORD' | 'LIMITED'
  message: string
  /** The word of the gateway that is in no list of ours. */
  word?: string
}

/** The gateway's answer to our question, which alone decides. */
export type Verified =
  | Unknown
  | (Facts & { status: GatewayStatus; reason: null })
  | (Facts & {
      status: 'RETURNED'
      reason: ReturnReason
      /** Whole paise that have gone back by now; null where the gateway does not say. */
      returnedAmount: number | null
      /** The gateway's own number of what it gave back last. */
      returnRef: string | null
    })

/** A refund as a gateway is asked for it and about it; amounts in whole paise. */
export interface RefundOrder {
  gatewayTxnId: string
  /** Ours: at most 16 letters and digits. */
  refundNo: string
  amount: number
  captureAmount: number
  capturedAt: string
  /** The gateway's own number of the request; null before it was accepted. */
  requestId: string | null
  /** The number of the attempt that captured, which BillDesk wants beside its own. */
  orderNo?: string
}

/** What a gateway says of a refund; amounts in whole paise. */
export type RefundAnswer =
  | { status: 'ACCEPTED'; requestId: string | null; message: string }
  | { status: 'SETTLED'; requestId: string | null; bankArn: string | null; amount: number | null }
  /** Refused, and not by chance: the same request never succeeds. */
  | { status: 'FAILED'; code: string; message: string }
  /** Not taken; the same request may be sent again after so many seconds. */
  | { status: 'NOT_YET'; code: string; message: string; afterSeconds: number }
  /** Our number is known to the gateway: it is asked for its state, never for the refund again. */
  | { status: 'ASK_STATUS'; message: string }
  /** The gateway did not say: the refund may have been taken, and stays asked. */
  | { status: 'UNKNOWN'; why: 'TIMEOUT' | 'ERROR' | 'NOT_FOUND' | 'LIMITED'; message: string }

/** An order that the gateway holds and gives back unless somebody confirms it; the amount in whole paise. */
export interface PendingOrder {
  orderNo: string
  gatewayTxnId: string
  amount: number | null
  daysLeft: number
}

/** How refunds are asked for at a gateway. Both never throw. */
export interface Refunds {
  /** Asks the gateway to give money back. */
  refund(order: RefundOrder): Promise<RefundAnswer>
  /** Asks the gateway what became of a refund. */
  refundStatus(order: RefundOrder): Promise<RefundAnswer>
}

/** Refunds that people make in the gateway's own console. */
export const byHand = { refund: null, refundStatus: null } as const

/** A gateway at work for one merchant account. */
export interface Gateway {
  /** Begins a payment. Asynchronous, and outside any transaction, since some gateways are called for it. */
  start(payment: StartingPayment): Promise<PaymentForm>
  readCallback(fields: Fields): Callback
  /** Asks the gateway what became of an attempt of a payment. Never throws. */
  verify(payment: GatewayPayment): Promise<Verified>
  /**
   * Asks the gateway about one capture of an attempt by its own number, which a notice names and nobody signed; only where
   * one order may be captured twice. Never throws.
   */
  verifyCapture?(payment: GatewayPayment, gatewayTxnId: string): Promise<Verified>
  /** Asks the gateway to give money back. Never throws; null where refunds are made by hand only. */
  refund: ((order: RefundOrder) => Promise<RefundAnswer>) | null
  /** Asks the gateway what became of a refund. Never throws; null where refunds are made by hand only. */
  refundStatus: ((order: RefundOrder) => Promise<RefundAnswer>) | null
  /** Asks for the orders that nobody has confirmed. Never throws; only where a gateway holds such. */
  pendingOrders?(): Promise<readonly PendingOrder[] | Unknown>
}

/** A kind of gateway: what its accounts are known by, what they sign with, and how it is spoken to. */
export interface GatewayKind {
  /** The names of what tells the account from others, as in the environment: `MERCHANT_ID`. */
  identities: readonly string[]
  /** Names of what refunds need besides; where one is not set, refunds of the account are made by hand. */
  refundIdentities?: readonly string[]
  /** The name of what it signs with: `SALT`. */
  secret: string
  open(account: GatewayAccount): Gateway
}

/** An answer that leaves the payment as it is. */
export const unknown = <Why extends Unknown['why']>(why: Why, message: string): Unknown & { why: Why } => ({
  status: 'UNKNOWN',
  why,
  message,
})

/** By what was paid, of a gateway's own word; one that stands in no list counts as another mode. */
export function modeOf(words: Readonly<Record<string, PaymentMode>>, said: string | null): PaymentMode | null {
  if (said === null) return null
  return Object.hasOwn(words, said) ? words[said]! : (paymentModes.find(mode => mode === said) ?? 'OTHER')
}

/** What has gone back of a payment, as far as the gateway says. */
interface Returned {
  returnedAmount: number | null
  returnRef: string | null
}

/**
 * What a gateway said, in our words. A word that is not listed, and a success without an amount, decide nothing.
 * `returned` is what it says beside its word of money that has gone back.
 */
export function verified(words: WordTable, facts: Facts, returned?: Returned): Verified {
  if (facts.said === '') return unknown('ERROR', 'The gateway answered without a status')
  const meaning = meaningIn(words, facts.said)
  if (meaning === null) {
    const message = `The gateway answered the status "${facts.said}", which is not known`
    return { ...unknown('UNKNOWN_WORD', message), word: facts.said }
  }
  const back = { returnedAmount: null, returnRef: null, ...returned }
  if (isReturn(meaning)) return { ...facts, ...back, status: 'RETURNED', reason: meaning }
  if (meaning === 'SUCCESS' && facts.amount === null)
    return unknown('ERROR', 'The gateway answered a success without an amount that can be read')
  if (meaning === 'SUCCESS' && returned) return { ...facts, ...back, status: 'RETURNED', reason: 'REFUND' }
  return { ...facts, status: meaning, reason: null }
}

/** A merchant account at a gateway, with what the environment holds of it. */
export interface GatewayAccount {
  /** Where its payment page is, and where it answers questions: addresses without a slash at the end. */
  payAt: string
  askAt: string
  /** By the names of its kind: `MERCHANT_ID`. */
  identities: Readonly<Record<string, string>>
  /** What it signs with, and while that is being changed, what it signed with before. */
  secret: string
  oldSecret: string | null
  /** Whether the gateway lets the portal ask for refunds of this account. */
  refundApi: boolean
}
