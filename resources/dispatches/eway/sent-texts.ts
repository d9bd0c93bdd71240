import { ewayVehicle } from '../eway-vehicle.ts'

/** A text with only the signs that the portal takes, cut to its length there. */
export const sentText = (text: string | null | undefined, most: number): string =>
  (text ?? '')
    .normalize('NFKD')
    .replace(/[‐-―]/g, '-')
    .replace(/[^A-Za-z0-9@#\-/,&.(*) ]/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, most)
    .trim()

/** The number of an LR as the portal takes it: its last 15 signs. */
export const sentLrNo = (lrNo: string): string => sentText(lrNo, 30).slice(-15)

/** A plate as the portal takes it; as it is written where it is of no kind that it knows. */
export const sentVehicle = (plate: string | null): string => (plate === null ? '' : (ewayVehicle(plate) ?? plate))

/** Whether the portal takes the number of a document: at most 16 letters, digits, - and /. */
export const isSentDocNo = (docNo: string): boolean => /^[A-Za-z0-9/-]{1,16}$/.test(docNo)

/** Paise as rupees, and thousandths as units, the way JSON writes numbers to the portal. */
export const rupees = (paise: number): number => Math.round(paise) / 100
export const units = (thousandths: number): number => Math.round(thousandths / 10) / 100
