import type { WordsBy } from './words.ts'

/** What a gateway's word or code says of a refund: done, taken, not taken yet, known already, or refused for good. */
export type RefundMeaning = 'SETTLED' | 'ACCEPTED' | 'NOT_YET' | 'ASK_STATUS' | 'FAILED'

/** The words or codes of one gateway for refunds. */
export type RefundTable = WordsBy<RefundMeaning>
