/** The papers of a dispatch, in the order in which they come into being. */
export const passportKinds = {
  ORDER: 'Order',
  INVOICE: 'Invoice',
  EWAY_BILL: 'E-way bill',
  LR: 'Lorry receipt',
  POD: 'Proof of delivery',
  COMPLAINT: 'Complaint',
  PAYMENT: 'Payment',
  RECEIPT: 'Paid online',
  FREIGHT_BILL: 'Transporter’s bill',
} as const
export type PassportKind = keyof typeof passportKinds

/** One paper of a dispatch: its number, how far it is, since which day, and in words what is missing. */
export interface PassportPart {
  kind: PassportKind
  no: string
  state: string
  on: string | null
  gap: string | null
  /** The page of the paper, where it has one. */
  link: string | null
}

/** Columns of a row as its reader gets them; those they may not read are absent. */
export type Read<Of extends { id: number }, Always extends keyof Of = 'id'> = Partial<Of> & Pick<Of, Always | 'id'>

/** One paper, without a day, gap or page unless they are given. */
export const part = (
  kind: PassportKind,
  no: string,
  state: string,
  more: Partial<Pick<PassportPart, 'on' | 'gap' | 'link'>> = {},
): PassportPart => ({ kind, no, state, on: null, gap: null, link: null, ...more })

/** A number of days in words. */
export const daysText = (count: number) => (count === 1 ? '1 day' : `${count} days`)
