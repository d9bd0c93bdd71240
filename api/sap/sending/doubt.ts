/** Why nobody can say whether SAP has a document: a sentence. */
export interface Doubt {
  doubt: string
}
