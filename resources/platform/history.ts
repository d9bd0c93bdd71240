/** The most changes of a row that are told. */
export const MOST_ENTRIES = 200

type Texts = Record<string, string | null | undefined>

/** The two sides of a change, with the texts of the references among them. */
export interface ShownChange {
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  texts: { before: Texts; after: Texts }
}
