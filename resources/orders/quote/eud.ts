import type { EudBlock } from '../../complaints/eud-block.ts'
import { addDays, monthsLater } from '../../define/dates.ts'
import { dayText, quantityText } from '../../define/show.ts'
import type { productEnduserDocument } from '../../masters/product-enduser-document.ts'
import type { endUserDocuments } from '../../trade.ts'
import type { EudDocument } from '../eud-document.ts'
import type { DatedColumns } from '../rows.ts'
import { type RowUsed, rowUsed } from '../trace.ts'

type EndUserDocument = (typeof endUserDocuments)[number]

/** A document that a product is sold against. */
export type EudRule = DatedColumns<
  typeof productEnduserDocument,
  'productId' | 'documentType' | 'frequency' | 'validityMonths' | 'qtyControlled' | 'templateAttachmentId'
>

/** A document of the end user; quantities in thousandths. */
export interface EudDocumentFacts
  extends Pick<
    EudDocument,
    | 'id'
    | 'eudNo'
    | 'customerId'
    | 'productId'
    | 'documentType'
    | 'issueDate'
    | 'validTo'
    | 'permittedQty'
    | 'usedQty'
    | 'reservedQty'
    | 'orderId'
    | 'status'
  > {
  /** What the order itself reserves of it. */
  ownQty: number
}

/** Blocks a product for a customer, or all that need a document. */
export type EudBlockFacts = Pick<
  EudBlock,
  'id' | 'rowVersion' | 'blockNo' | 'customerId' | 'productId' | 'reason' | 'status'
>

export interface EudRows {
  rules: readonly EudRule[]
  papers: readonly EudDocumentFacts[]
  stops: readonly EudBlockFacts[]
}

export interface EudFacts extends EudRows {
  orderDate: string
  /** The order itself where it is saved already: documents given for another order only do not count. */
  orderId: number | null
  customerId: number
  productId: number
  /** The quantity of the product on the whole order. */
  qty: number
  /** The document that was chosen for the line. */
  chosenId: number | null
}

/** One document that a line needs, and its state. */
export interface EudRequirement {
  documentType: EndUserDocument
  frequency: EudRule['frequency']
  qtyControlled: boolean
  validityMonths: number
  templateAttachmentId: number | null
  /** Whether an approved document covers the line. */
  onFile: boolean
  /** The document that covers it, approved or still to be checked. */
  documentId: number | null
  /** Why none covers it; for the person who orders. */
  missing: string | null
  /** The rule that requires it. */
  rule: RowUsed
}

export interface EudOfLine {
  eudStatus: 'NOT_REQUIRED' | 'REQUIRED' | 'SUBMITTED' | 'APPROVED'
  /** The document that the queue is to check, else the one that covers the line. */
  eudDocumentId: number | null
  needs: EudRequirement[]
  /** Of the documents that cover the line, those whose permitted quantity it uses. */
  counted: number[]
  stop: EudBlockFacts | null
}

/** The name of each document in a sentence. */
export const documentNames: Record<EndUserDocument, string> = {
  END_USE_DECLARATION: 'end-use declaration',
  NDPS_REGISTRATION: 'NDPS registration',
  POISON_LICENCE: 'poison licence',
  DRUG_LICENCE: 'drug licence',
  METHANOL_LICENCE: 'methanol licence',
  OTHER: 'document of the end user',
}

/** Which documents a line needs on its order's day, which exist, and whether a block applies. */
export function eudOf(facts: EudFacts): EudOfLine {
  const { rules, orderDate, productId } = facts
  const needs = rules
    .filter(rule => rule.productId === productId && rule.isActive)
    .filter(({ validFrom, validTo }) => validFrom <= orderDate && orderDate <= validTo)
    .map(rule => needOf(rule, facts))
  const papers = needs.flatMap(({ need, paper }) => (paper ? [{ need, paper }] : []))
  const waiting = papers.find(({ paper }) => paper.status === 'SUBMITTED')
  const eudStatus =
    needs.length === 0 ? 'NOT_REQUIRED' : papers.length < needs.length ? 'REQUIRED' : waiting ? 'SUBMITTED' : 'APPROVED'
  return {
    eudStatus,
    eudDocumentId: (waiting ?? papers.find(({ need }) => need.qtyControlled) ?? papers[0])?.paper.id ?? null,
    needs: needs.map(({ need }) => need),
    counted: papers.filter(({ need }) => need.qtyControlled).map(({ paper }) => paper.id),
    stop: blockOf(facts.stops, facts, needs.length > 0),
  }
}

function needOf(rule: EudRule, facts: EudFacts): { need: EudRequirement; paper: EudDocumentFacts | undefined } {
  const { documentType, frequency, qtyControlled, validityMonths, templateAttachmentId } = rule
  const given = facts.papers.filter(
    paper =>
      paper.customerId === facts.customerId &&
      paper.productId === facts.productId &&
      paper.documentType === documentType &&
      isOfOrder(paper, rule, facts),
  )
  const covering = given.filter(paper => !shortOf(paper, rule, facts)).sort((a, b) => rank(b, facts) - rank(a, facts))
  const paper = covering[0]
  const need = { documentType, frequency, qtyControlled, validityMonths, templateAttachmentId }
  return {
    need: {
      ...need,
      onFile: paper?.status === 'APPROVED',
      documentId: paper?.id ?? null,
      missing: paper ? null : missingText(given, rule, facts),
      rule: rowUsed('product-enduser-document', rule, ['productId', 'documentType', 'frequency', 'validityMonths']),
    },
    paper,
  }
}

/**
 * A document given with every order counts for that one only; a standing one counts for each, unless it was given for
 * another.
 */
const isOfOrder = ({ id, orderId }: EudDocumentFacts, { frequency }: EudRule, facts: EudFacts) =>
  (orderId !== null && orderId === facts.orderId) ||
  (orderId === null && (frequency !== 'PER_ORDER' || id === facts.chosenId))

/** The chosen one first, then approved ones, then those that wait, the longest valid first. */
const rank = (paper: EudDocumentFacts, { chosenId }: EudFacts) =>
  (paper.id === chosenId ? 2e9 : 0) +
  (paper.status === 'APPROVED' ? 1e9 : 0) +
  Number(paper.validTo.replaceAll('-', ''))

/** Why a document does not cover the line; undefined when it does. */
function shortOf(
  paper: EudDocumentFacts,
  { qtyControlled }: EudRule,
  { orderDate, qty }: EudFacts,
): string | undefined {
  const { eudNo, status, issueDate, validTo } = paper
  if (status === 'REJECTED') return `${eudNo} was rejected`
  if (status === 'REVOKED') return `${eudNo} was revoked`
  if (status === 'EXPIRED' || validTo < orderDate) return `${eudNo} ended on ${dayText(validTo)}`
  if (issueDate > orderDate) return `${eudNo} counts from ${dayText(issueDate)} on`
  if (!qtyControlled) return undefined
  const left = leftOf(paper)
  return left >= qty ? undefined : `of ${eudNo} only ${quantityText(Math.max(0, left))} are left`
}

/** What a document still permits, without what the order itself reserves; thousandths. */
const leftOf = ({ permittedQty, usedQty, reservedQty, ownQty }: EudDocumentFacts) =>
  (permittedQty ?? 0) - usedQty - reservedQty + ownQty

function missingText(given: readonly EudDocumentFacts[], rule: EudRule, facts: EudFacts) {
  const newest = given.reduce<EudDocumentFacts | undefined>(
    (last, paper) => (last && last.id > paper.id ? last : paper),
    undefined,
  )
  const why = newest && shortOf(newest, rule, facts)
  const each = rule.frequency === 'PER_ORDER' ? ' with every order' : ''
  return `needs a ${documentNames[rule.documentType]} of the end user${each}${why ? ` (${why})` : ''}`
}

/**
 * The block of a customer that keeps them from buying a product. One without a product counts for all that need a
 * document (`needed`); one whose release was only requested, or denied, still counts.
 */
export const blockOf = <Block extends EudBlockFacts>(
  blocks: readonly Block[],
  { customerId, productId }: { customerId: number; productId: number },
  needed: boolean,
): Block | null =>
  blocks.find(
    block =>
      block.status !== 'RELEASED' &&
      block.customerId === customerId &&
      (block.productId === productId || (block.productId === null && needed)),
  ) ?? null

/**
 * The last day on which a document issued on a day can count: so many months, and within its financial year where
 * required.
 */
export function lastValidDay(
  { frequency, validityMonths }: Pick<EudRule, 'frequency' | 'validityMonths'>,
  issueDate: string,
  today: string,
) {
  const last = addDays(monthsLater(issueDate, validityMonths), -1)
  if (frequency !== 'PER_FY') return last
  const from = issueDate > today ? issueDate : today
  const year = Number(from.slice(0, 4)) + (from.slice(5) >= '04-01' ? 1 : 0)
  const end = `${year}-03-31`
  return end < last ? end : last
}
