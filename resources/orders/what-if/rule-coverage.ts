import type { ApprovalStep } from '../../trade.ts'
import type { RouteLimit } from '../approvals/approval-facts.ts'
import type { RowUsed, Trace } from '../trace.ts'
import type { Coverage, CoverageClass, CoverageGroup, RowNamed } from './coverage.ts'
import { fixMissingLimit, fixMissingPrice, fixMissingRole, fixMissingSource, type GapFix } from './fix-rule-gap.ts'

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
