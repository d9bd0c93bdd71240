/** Whether the leading bits of a hash are zero. */
export function beginsWithZeros(hash: Uint8Array, bits: number): boolean {
  const whole = Math.floor(bits / 8)
  return hash.subarray(0, whole).every(byte => byte === 0) && (hash[whole] ?? 0) >> (8 - (bits % 8)) === 0
}
