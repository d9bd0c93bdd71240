import type { WordsBy } from './words.ts'

/** Why a gateway says that money which it took has gone back. */
export const returnReasons = ['AUTO_REFUND', 'REVERSED', 'REFUND', 'CHARGEBACK', 'FRAUD'] as const
export type ReturnReason = (typeof returnReasons)[number]

/** What a gateway says of a payment whose money has not gone back. AUTHORISED is held at the bank and not taken yet. */
export const gatewayStates = ['SUCCESS', 'PENDING', 'AUTHORISED', 'CANCELLED', 'FAILED'] as const
export type GatewayStatus = (typeof gatewayStates)[number]

/** What a word of a gateway means. */
export type WordMeaning = GatewayStatus | ReturnReason

/** The words of one gateway for payments. */
export type WordTable = WordsBy<WordMeaning>

/** Whether a meaning is that money has gone back. */
export const isReturn = (meaning: WordMeaning): meaning is ReturnReason =>
  returnReasons.some(reason => reason === meaning)
