import type { ApprovalStep } from '../../trade.ts'
import type { RouteLimit } from '../approvals/approval-facts.ts'
import type { RowUsed, Trace } from '../trace.ts'
import { fixMissingLimit, fixMissingPrice, fixMissingRole, fixMissingSource, type GapFix } from './fix-rule-gap.ts'

/** A row of a master, enough to find it. */
type RowNamed = Pick<RowUsed, 'resource' | 'id'>

/** What decides about goods of a class for a group of customers, by trying one of each. */
export interface Coverage {
  productId: number
  priceSource: string | null
  priceRow: RowNamed | null
  /** Code and name. */
  plant: string | null
  sourceRule: string | null
  sourceRow: RowNamed | null
  approvals: { step: ApprovalStep; title: string; people: readonly string[]; missing: boolean }[]
  /** Rows that rank equal to the one that decided, so that the choice is arbitrary. */
  overlaps: RowNamed[]
}

/** Products of one pricing group of an SBU, by one of them; quantity in thousandths. */
export interface CoverageClass {
  name: string
  products: number
  sample: { id: number; code: string; name: string; qty: number; uom: string }
}

/** Customers of one segment and channel, by one of them. */
export interface CoverageGroup {
  segment: string
  channel: string
  customers: number
  sample: { id: number; code: string; name: string; channelId: number; stateId: number }
  /** One for each class. */
  cells: Coverage[]
}

/** Which rules apply where, on a day, for a discount given by hand in hundredths of a percent. */
export interface CoverageMap {
  day: string
  sbuId: number
  discountPct: number
  classes: CoverageClass[]
  groups: CoverageGroup[]
  /** Whether there are more classes or groups than are shown. */
  more: boolean
}

/** The columns by which a row decides; its other columns say when. */
const DECIDED = ['cnfId', 'tollCenterId', 'plantId', 'netPrice', 'rate', 'listPrice', 'priceUnit', 'discountPct']

/** The row by which the named step decided, and those that rank equal. */
export function decidedBy({ steps }: Trace, name: string | null): { row: RowNamed | null; overlaps: RowNamed[] } {
  const won = steps.find(step => step.name === name && step.verdict === 'won')
  if (!won?.row) return { row: null, overlaps: [] }
  const rivals = steps.filter(
    step =>
      step.name === name && step.verdict === 'lost' && step.row && conditionOf(step.row) === conditionOf(won.row!),
  )
  return { row: named(won.row), overlaps: rivals.map(({ row }) => named(row!)) }
}

const named = ({ resource, id }: RowUsed): RowNamed => ({ resource, id })
const conditionOf = ({ values }: RowUsed) =>
  JSON.stringify(Object.entries(values).filter(([column]) => !DECIDED.includes(column)))

const limitOf: { readonly [step in ApprovalStep]?: RouteLimit['limitType'] } = {
  MY_APPROVAL: 'DISCOUNT_PCT',
  LIMIT_PRICE: 'LIMIT_PRICE_PCT',
  LIMIT: 'CREDIT_AMOUNT',
}

/** The rule gaps of such an order, a sentence each, and where they are closed. */
export function coverageGaps(
  { priceSource, plant, approvals }: Coverage,
  of: { sbuId: number; goods: CoverageClass['sample']; buyer: CoverageGroup['sample'] },
): { says: string; mends: GapFix[] }[] {
  const { sbuId, goods, buyer } = of
  const { channelId, stateId } = buyer
  const price = { says: 'No price', mends: fixMissingPrice({ productId: goods.id, channelId, uom: goods.uom }) }
  const source = { says: 'No plant', mends: fixMissingSource({ sbuId, channelId, stateId }) }
  const nobody = approvals
    .filter(({ missing }) => missing)
    .map(({ step, title }) => ({
      says: `No approver for ${title}`,
      mends: limitOf[step] ? fixMissingLimit({ sbuId, limitType: limitOf[step] }) : fixMissingRole(),
    }))
  return [...(priceSource === null ? [price] : []), ...(plant === null ? [source] : []), ...nobody]
}
