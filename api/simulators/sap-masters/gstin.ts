import { isGstin } from '../../../resources/define/formats.ts'

const characters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The GSTIN of a PAN in a state, by its GST code, with the right check character. PANs that begin with ZZ belong to nobody. */
export const gstinOf = (state: string, pan: string): string =>
  [...characters].map(check => `${state}${pan}1Z${check}`).find(isGstin)!
