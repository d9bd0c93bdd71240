/** Who may act on an e-way bill at the portal: we, the transporter, or it is not known. */
export const OURS = 'US'
export const THEIRS = 'TRANSPORTER'
export const NOT_KNOWN = 'UNKNOWN'
export const holders = [OURS, THEIRS, NOT_KNOWN] as const
export type Holder = (typeof holders)[number]

/** What is done with an e-way bill after it is made. */
export type EwayDeed = 'PART_B' | 'CONSOLIDATE' | 'EXTEND' | 'CHANGE_TRANSPORTER' | 'SEVERAL_VEHICLES' | 'CANCEL'

/** What is known of an e-way bill: the transporter it names, and who entered Part B. */
export interface Held {
  madeByUs: boolean
  transporterId: string | null
  partBBy: 'US' | 'TRANSPORTER' | null
}

/**
 * Who does something with an e-way bill: whoever made it while it names no transporter; then the transporter extends, and
 * once it entered Part B it alone does everything but cancelling.
 */
export function actorOf(deed: EwayDeed, { madeByUs, transporterId, partBBy }: Held): Holder {
  if (deed === 'CANCEL') return madeByUs ? 'US' : 'UNKNOWN'
  if (transporterId !== null && (deed === 'EXTEND' || partBBy === 'TRANSPORTER')) return 'TRANSPORTER'
  return madeByUs ? 'US' : 'UNKNOWN'
}
