import { type PaymentMode, paymentModes } from '../../../resources/payments/payment-words.ts'
import type { Fields } from './fields.ts'

/** A payment as a gateway is asked about it. */
export interface GatewayPayment {
  /** Ours, at most 25 letters and digits. */
  txnNo: string
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

export type GatewayStatus = 'SUCCESS' | 'FAILED' | 'CANCELLED' | 'PENDING'

/** Why a payment that the gateway once took is a task for Finance and no success. */
const taskReasons = ['FRAUD', 'REVERSED', 'REFUNDED', 'CHARGEBACK'] as const
type TaskReason = (typeof taskReasons)[number]

/** What each word of a gateway means. */
export type StatusWords = Readonly<Record<string, GatewayStatus | TaskReason>>

/** What a callback claims. None of it decides: whoever reads it asks the gateway, also where the signature is right. */
export interface Callback {
  txnNo: string | null
  /** Null where the word is missing or not known. */
  status: GatewayStatus | TaskReason | null
  /** Whole paise. */
  amount: number | null
  gatewayTxnId: string | null
  /** Of CCAvenue, which signs nothing, only that it decrypts. */
  signatureOk: boolean
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
  why: 'TIMEOUT' | 'ERROR' | 'NOT_FOUND'
  message: string
}

/** The gateway's answer to our question, which alone decides. */
export type Verified =
  | Unknown
  | (Facts & { status: GatewayStatus; reason: null })
  | (Facts & { status: 'TASK'; reason: TaskReason })

/** A gateway at work for one merchant account. */
export interface Gateway {
  /** Begins a payment. Asynchronous, and outside any transaction, since some gateways are called for it. */
  start(payment: StartingPayment): Promise<PaymentForm>
  readCallback(fields: Fields): Callback
  /** Asks the gateway what became of a payment. Never throws. */
  verify(payment: GatewayPayment): Promise<Verified>
}

/** A kind of gateway: what its accounts are known by, what they sign with, and how it is spoken to. */
export interface GatewayKind {
  /** The names of what tells the account from others, as in the environment: `MERCHANT_ID`. */
  identities: readonly string[]
  /** The name of what it signs with: `SALT`. */
  secret: string
  open(account: GatewayAccount): Gateway
}

/** An answer that leaves the payment as it is. */
export const unknown = (why: Unknown['why'], message: string): Unknown => ({ status: 'UNKNOWN', why, message })

/** The meaning of a gateway's word; null where it is not known. */
export const meaningOf = (words: StatusWords, said: string | null): GatewayStatus | TaskReason | null =>
  said !== null && Object.hasOwn(words, said) ? words[said]! : null

/** By what was paid, of a gateway's own word; one that stands in no list counts as another mode. */
export function modeOf(words: Readonly<Record<string, PaymentMode>>, said: string | null): PaymentMode | null {
  if (said === null) return null
  return Object.hasOwn(words, said) ? words[said]! : (paymentModes.find(mode => mode === said) ?? 'OTHER')
}

/** What a gateway said, in our words. A word that is not known, and a success without an amount, decide nothing. */
export function verified(words: StatusWords, facts: Facts): Verified {
  const meaning = meaningOf(words, facts.said)
  if (meaning === null) return unknown('ERROR', `The gateway answered the status "${facts.said}", which is not known`)
  if (isTask(meaning)) return { ...facts, status: 'TASK', reason: meaning }
  if (meaning === 'SUCCESS' && facts.amount === null)
    return unknown('ERROR', 'The gateway answered a success without an amount that can be read')
  return { ...facts, status: meaning, reason: null }
}

const isTask = (meaning: GatewayStatus | TaskReason): meaning is TaskReason =>
  taskReasons.some(reason => reason === meaning)

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
}
