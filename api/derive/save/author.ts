/** Who writes a row, and through which channel. */
export interface Author {
  id: number | null
  source: 'UI' | 'IMPORT' | 'SAP' | 'API' | 'SYSTEM'
  ip: string | null
  requestId: string | null
  importJobId?: number
  /** The reason in the person's own words, stored in the history. */
  reason?: string
  /** While somebody views the portal as another person, a text that names both. */
  viewing?: string
  /** The user for whom the author decides as a delegate, stored in the history of the order. */
  onBehalfOfId?: number
  /** A roll-back restores an earlier state, whose period may be over. */
  restoring?: true
}

/** Returns the author of changes that the portal itself makes, with the reason that the history shows. */
export const systemAuthor = (reason: string): Author => ({
  id: null,
  source: 'SYSTEM',
  ip: null,
  requestId: reason.slice(0, 36),
})
