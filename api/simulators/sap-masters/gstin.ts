import { hasCheckSign } from '../../../resources/define/official/gstin.ts'

const characters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The GSTIN of a PAN in a state, by its GST code, with the right check character. PANs that begin with ZZ belong to nobody. */
export const gstinOf = (state: string, pan: string): string => withCheckSign(`${state}${pan}1Z`)

/** Fourteen signs of a number of any kind with the right check character. */
export const withCheckSign = (head: string): string => head + [...characters].find(check => hasCheckSign(head + check))
