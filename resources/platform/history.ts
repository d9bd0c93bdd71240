type Texts = Record<string, string | null | undefined>

/** The two sides of a change, with the texts of the references among them. */
export interface ShownChange {
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  texts: { before: Texts; after: Texts }
}

/** A change of a row, as its history shows it. */
export interface HistoryEntry extends ShownChange {
  id: number
  at: string
  actor: string | null
  action: string
  source: string
  reason: string | null
  requestId: string | null
  /** The import that brought the change, for people who may see imports. */
  importJobId: number | null
}
