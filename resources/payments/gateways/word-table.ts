/** Why a gateway says that money which it took has gone back. */
export const returnReasons = ['AUTO_REFUND', 'REVERSED', 'REFUND', 'CHARGEBACK', 'FRAUD'] as const
export type ReturnReason = (typeof returnReasons)[number]

/** What a gateway says of a payment whose money has not gone back. AUTHORISED is held at the bank and not taken yet. */
export const gatewayStates = ['SUCCESS', 'PENDING', 'AUTHORISED', 'CANCELLED', 'FAILED'] as const
export type GatewayStatus = (typeof gatewayStates)[number]

/** What a word of a gateway means. */
export type WordMeaning = GatewayStatus | ReturnReason

/** The words of one gateway by what they mean, as its pages write them. */
export type WordTable = Readonly<Partial<Record<WordMeaning, readonly string[]>>>

/** The meaning of a gateway's word, which is compared without case and blanks; null of a word that is not listed. */
export function meaningOf(table: WordTable, said: string | null): WordMeaning | null {
  if (said === null) return null
  const found = Object.entries(table).find(([, words]) => words.some(word => plain(word) === plain(said)))
  return found ? (found[0] as WordMeaning) : null
}

/** Whether a meaning is that money has gone back. */
export const isReturn = (meaning: WordMeaning): meaning is ReturnReason =>
  returnReasons.some(reason => reason === meaning)

const plain = (word: string) => word.toLowerCase().replace(/\s+/g, '')
