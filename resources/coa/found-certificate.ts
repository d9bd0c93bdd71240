/** A certificate that was found by its product and batch. */
export interface FoundCertificate {
  product: string
  batchNo: string
  version: number
  expiryDate: string | null
  /** Where it is opened; for strangers a link that ends after five minutes. */
  link: string
}

/** The work that a browser does after several misses, without asking the person anything. */
export interface SearchChallenge {
  challenge: string
  /** How many bits at the start of the SHA-256 of `challenge:solution` must be zero. */
  bits: number
}

/** A batch of goods, and its certificate where there is one to read. */
export interface CertifiedBatch {
  productId: number
  product: string
  batchNo: string
  certificateId: number | null
  coaNo: string | null
}

/** By what the batches of goods are asked for. */
export const goodsKeys = ['invoiceNo', 'invoiceId', 'orderId', 'lrId', 'stockLevelId', 'complaintId'] as const

/** Whether the leading bits of a hash are zero. */
export function beginsWithZeros(hash: Uint8Array, bits: number): boolean {
  const whole = Math.floor(bits / 8)
  return hash.subarray(0, whole).every(byte => byte === 0) && (hash[whole] ?? 0) >> (8 - (bits % 8)) === 0
}
