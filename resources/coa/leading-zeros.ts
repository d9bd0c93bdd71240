/** Whether the leading bits of a hash are zero. */
export function beginsWithZeros(hash: Uint8Array, bits: number): boolean {
  const wholeBytes = Math.floor(bits / 8)
  return hash.subarray(0, wholeBytes).every(byte => byte === 0) && (hash[wholeBytes] ?? 0) >> (8 - (bits % 8)) === 0
}
