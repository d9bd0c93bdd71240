/**
 * What a document must be so that it counts: a credit note or settlement credits the customer by a memo, a posting by
 * other money; a transfer moves money within their account; a reversal debits them; a clearing cleared items of theirs.
 */
export type FactKind = 'CREDIT_NOTE' | 'SETTLEMENT' | 'POSTING' | 'TRANSFER' | 'REVERSAL' | 'CLEARING'

/** A document of SAP that a person typed, and what it is said to be. */
export interface AskedFact {
  kind: FactKind
  /** The company code of its accounting; null for that of the settings. */
  companyCode: string | null
  /** SAP's fiscal year; null where people do not know it, as of a credit note. */
  year: string | null
  /** The number as it was typed: of an accounting document, or of a billing document or its reference. */
  number: string
  /** The code of the customer whose account it moves. */
  customer: string
  /** In paise, without a sign; null where any amount is right. */
  amount: number | null
}

/** What SAP says of a typed document; `number` is its number as the portal keeps it, `why` a sentence for people. */
export type Fact =
  | { is: 'CONFIRMED'; number: string }
  | { is: 'NOT_FOUND' | 'OTHER_CUSTOMER' | 'OTHER_KIND' | 'OTHER_AMOUNT'; why: string }
  | { is: 'TO_BE_CHECKED'; why: string; isSapAway: boolean }

/** Before SAP was asked, nothing that a person typed counts. */
export const notAsked: Fact = { is: 'TO_BE_CHECKED', why: 'SAP has not been asked yet', isSapAway: true }
