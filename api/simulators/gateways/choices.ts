import type { WordMeaning } from '../../../resources/payments/gateways/word-table.ts'

/** How a simulated payment ends, and how the shop hears of it. */
export interface Choice {
  /** What the button says. */
  label: string
  /** What the gateway itself then holds true: who forges an answer has paid nothing. */
  ends: WordMeaning
  /** How long it takes until then; meanwhile the payment is pending. */
  after?: 'a while' | 'a day'
  /** When the gateway's server tells the shop: usually once, while the browser is on its way. */
  tells?: 'before the browser' | 'twice' | 'never'
  /** What is wrong with the answer that the browser takes back. */
  forged?: 'amount' | 'status' | 'signature'
  /** Another amount than was asked for is paid. */
  pays?: 'less' | 'more'
  /** Dollars are paid. */
  isForeign?: true
  /** A word that nobody has heard of. */
  word?: string
  /** Questions are not answered for a minute. */
  isDown?: true
}

export const choices = {
  success: { label: 'Pay: success', ends: 'SUCCESS' },
  fail: { label: 'Pay: failure', ends: 'FAILED' },
  cancel: { label: 'Give up', ends: 'CANCELLED' },
  pending: { label: 'Leave it pending', ends: 'PENDING', tells: 'never' },
  twice: { label: 'Pay, and tell the shop twice', ends: 'SUCCESS', tells: 'twice' },
  early: { label: 'Pay, and tell the shop before I return', ends: 'SUCCESS', tells: 'before the browser' },
  late: { label: 'Pay, but tell the shop late', ends: 'SUCCESS', after: 'a while' },
  nextDay: { label: 'Pay, but tell the shop a day later', ends: 'SUCCESS', after: 'a day' },
  silent: { label: 'Pay, and tell the shop nothing', ends: 'SUCCESS', tells: 'never' },
  tamper: { label: 'Tamper with the amount', ends: 'FAILED', forged: 'amount' },
  tamperStatus: { label: 'Tamper with the status', ends: 'FAILED', forged: 'status' },
  badSignature: { label: 'Pay, and sign wrongly', ends: 'SUCCESS', forged: 'signature' },
  less: { label: 'Pay another amount', ends: 'SUCCESS', pays: 'less' },
  more: { label: 'Pay ₹ 19.50 more', ends: 'SUCCESS', pays: 'more' },
  foreign: { label: 'Pay in US dollars', ends: 'SUCCESS', isForeign: true },
  authorise: { label: 'Pay, and take the money only once confirmed', ends: 'AUTHORISED' },
  autoRefund: { label: 'Pay, and get it back at once', ends: 'AUTO_REFUND' },
  oddWord: { label: 'Pay, and answer an unknown word', ends: 'PENDING', word: 'Delivered' },
  down: { label: 'Pay, and answer no question for a minute', ends: 'SUCCESS', isDown: true },
} as const satisfies Record<string, Choice>

export type ChoiceName = keyof typeof choices

/** The choice of this name; undefined where there is none. */
export const choiceOf = (name = ''): Choice | undefined =>
  Object.hasOwn(choices, name) ? choices[name as ChoiceName] : undefined
