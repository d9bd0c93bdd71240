import { validOn } from '../../define/dates.ts'
import { dayText, quantityText } from '../../define/show.ts'
import type { RateContract } from '../../masters/rate-contract-customer.ts'
import type { RateContractLine } from '../../masters/rate-contract-line.ts'
import type { OrderLine } from '../order-line.ts'
import { isSetByApprover, type RowUsed, stepsOf, type Trace, type TraceStep, trace } from '../trace.ts'
import type { AgreedTerms } from './agreed-terms.ts'

/** A row of a master from which an order keeps a value, with the sentence that named it. */
export interface Ground {
  /** The line, and null for the terms of the whole order. */
  lineNo: number | null
  of: 'price' | 'plant' | 'buyer' | 'terms'
  resource: string
  id: number
  /** What was said of the row when it decided, and the row as it was. */
  says: string
  row: RowUsed | null
}

/** A row that no longer stands, and why: the end of a sentence about it. */
export interface FallenGround extends Ground {
  why: string
}

type TracedLine = Pick<OrderLine, 'lineNo' | 'plantId' | 'sourceRule'> & { priceTrace: unknown; sourceTrace: unknown }

/** Steps of a price whose rows a line keeps. A contract is asked about in its own queue, a limit price at each routing. */
const PRICE_STEPS = ['P1', 'P2', 'P4', 'D1', 'D2', 'F1']

/** The rows from which a line keeps its price, discounts, freight, buyer and plant. A price that an approver set is theirs. */
export function groundsOf(line: TracedLine): Ground[] {
  const { lineNo, plantId } = line
  const won = (trace: unknown) => stepsOf(trace).filter(({ verdict }) => verdict === 'won')
  const priced = won(line.priceTrace)
  const kept = isSetByApprover(priced) ? priced.filter(({ step }) => step === 'F1') : priced
  const says = 'It is supplied from the selected plant'
  const plant: Ground[] =
    plantId === null ? [] : [{ lineNo, of: 'plant', resource: 'plant', id: plantId, says, row: null }]
  return [
    ...kept.filter(({ step }) => PRICE_STEPS.includes(step)).flatMap(step => groundAt(lineNo, 'price', step)),
    ...priced.filter(({ step }) => step === 'R1').flatMap(step => groundAt(lineNo, 'buyer', step)),
    ...won(line.sourceTrace).flatMap(step => groundAt(lineNo, 'plant', step)),
    ...plant,
  ]
}

/** The annexure from which an order has its freight and payment terms, where it has them from one. */
export function groundOfTerms(agreedTerms: unknown): Ground[] {
  const { row = null, says = '' } = (agreedTerms ?? {}) as Partial<AgreedTerms>
  if (row?.resource !== 'customer-annexure') return []
  return [{ lineNo: null, of: 'terms', resource: row.resource, id: row.id, says: `Its terms come from ${says}`, row }]
}

const groundAt = (lineNo: number, of: Ground['of'], { row, reason }: TraceStep): Ground[] =>
  row === null ? [] : [{ lineNo, of, resource: row.resource, id: row.id, says: reason, row }]

/** The columns of a row of any master that say whether it stands. */
export interface StandingRow {
  isActive?: unknown
  validFrom?: unknown
  validTo?: unknown
  minQty?: unknown
  fallbackEnabled?: unknown
  maxUses?: unknown
  usedCount?: unknown
  [column: string]: unknown
}

/** What a line is, by the facts that masters are keyed by; quantity in thousandths. */
export interface StandingLine {
  qty: number
  facts: Readonly<Record<string, unknown>>
}

/**
 * Why a row no longer stands for a line of an order of a day, or undefined while it does. `keys` are the columns of the
 * row that name a fact of the line.
 */
export function whyFallen(
  row: StandingRow | undefined,
  { qty, facts }: StandingLine,
  day: string,
  keys: Readonly<Record<string, string>> = {},
): string | undefined {
  if (!row) return 'was deleted'
  if (!row.isActive) return 'was deactivated'
  const { validFrom, validTo, minQty = 0, maxUses = null, usedCount = 0 } = row as { [column: string]: string }
  if (validFrom && validTo && !validOn({ validFrom, validTo }, day))
    return `counts from ${dayText(validFrom)} to ${dayText(validTo)} now, and the order is of ${dayText(day)}`
  if (Number(minQty) > qty) return `counts only from a quantity of ${quantityText(Number(minQty))} now`
  if (row.fallbackEnabled !== undefined && !row.fallbackEnabled) return 'no longer replaces its CnFs in a shortage'
  if (maxUses !== null && Number(usedCount) > Number(maxUses)) return `may be used ${maxUses} times only now`
  const wrong = Object.entries(keys).some(
    ([column, fact]) => (row[column] ?? null) !== null && fact in facts && row[column] !== facts[fact],
  )
  return wrong ? 'is for other goods or another buyer now' : undefined
}

const lostStates: Partial<Record<RateContract['status'], string>> = {
  DRAFT: 'is a draft',
  SUSPENDED: 'is suspended',
  CLOSED: 'is closed',
}

/** Why the rate of a contract line no longer stands for an order of a day, after «Contract RC/1»; null while it does. */
export function whyContractLost(
  { status, isActive, validFrom, validTo }: Pick<RateContract, 'status' | 'isActive' | 'validFrom' | 'validTo'>,
  { lineFrom, lineTo }: Pick<RateContractLine, 'lineFrom' | 'lineTo'>,
  day: string,
): string | null {
  if (!isActive) return 'was deactivated'
  if (lostStates[status]) return lostStates[status]
  const period = { validFrom: lineFrom ?? validFrom, validTo: lineTo ?? validTo }
  if (validOn(period, day)) return null
  return `counts from ${dayText(period.validFrom)} to ${dayText(period.validTo)} now`
}

/** «Line 10 was based on “The list price of this channel is ₹ 1,000.00”, which was deactivated». */
export const lostText = ({ lineNo, says, why }: FallenGround) =>
  lineNo === null ? `${says}, which ${why}` : `Line ${lineNo} was based on “${says}”, which ${why}`

const words: Record<Ground['of'], string> = {
  price: 'price',
  plant: 'source',
  buyer: 'distributor',
  terms: 'freight and payment terms',
}

/** The same for the buyer, who reads no rows of ours. */
export const lostForBuyer = ({ lineNo, of }: FallenGround) =>
  lineNo === null
    ? `The ${words[of]} of the order no longer hold.`
    : `The ${words[of]} of line ${lineNo} no longer holds.`

/** Why an order was stopped, with each row that it stood on. */
export const lostTrace = (day: string, lost: readonly FallenGround[]): Trace =>
  trace(
    'check',
    day,
    lost.map(ground => ({
      step: 'GROUND',
      name: 'The rows that the order uses are still valid',
      verdict: 'won',
      row: ground.row,
      reason: lostText(ground),
    })),
  )
