import { hasCheckSign } from '../resources/define/official/gstin.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/**
 * The GSTIN of a PAN in a state (its GST code), with the right check character. PANs that begin with ZZ belong to
 * nobody.
 */
export function gstinOf(state: string, pan: string): string {
  const head = `${state}${pan}1Z`
  return head + [...ALPHABET].find(check => hasCheckSign(head + check))
}
