import { divide, pick } from '../../define/pick.ts'
import { headerTerms, type LineTerms, type OrderTerms } from './terms.ts'

/**
 * What the customer knows after whoever placed the order corrected it: what they changed is given. What waits to be
 * accepted, because approvers changed it, keeps waiting whatever they make of it, and so does a price that changed by
 * itself. `routed` are the terms before the correction.
 */
export function givenTerms(seen: OrderTerms, routed: OrderTerms, now: OrderTerms): OrderTerms {
  const counted = new Map<number, number>()
  const lines = now.lines.flatMap(line => {
    const at = counted.get(line.productId) ?? 0
    counted.set(line.productId, at + 1)
    return knownLine(nth(seen, line.productId, at), nth(routed, line.productId, at), line)
  })
  // What an approver refused before the correction is still to be accepted.
  const refused = seen.lines.filter(
    ({ productId }) => nth(routed, productId, 0) === undefined && !counted.has(productId),
  )
  return {
    ...known(pick(seen, headerTerms), pick(routed, headerTerms), pick(now, headerTerms)),
    lines: [...lines, ...refused],
  }
}

const nth = ({ lines }: OrderTerms, productId: number, at: number) =>
  lines.filter(line => line.productId === productId)[at]

/** A line that others added and that was left as it is, is not known yet. */
function knownLine(seen: LineTerms | undefined, routed: LineTerms | undefined, line: LineTerms): LineTerms[] {
  if (!routed) return [seen ? { ...seen, lineNo: line.lineNo } : line]
  if (!seen) return isSame(without(routed, 'lineNo'), without(line, 'lineNo')) ? [] : [line]
  const isAsked = asked.every(name => routed[name] === line[name])
  const price = isAsked ? pick(seen, prices) : {}
  return [{ ...known(seen, routed, line), ...price, lineNo: line.lineNo }]
}

/** What somebody enters that makes a price. */
const asked = ['qty', 'manualDiscountPct'] as const
const prices = ['priceUnit', 'listPrice', 'netPrice'] as const

/** The values of now, and those that were seen where others had changed them before. */
function known<Terms extends object>(seen: Terms, routed: Terms, now: Terms): Terms {
  const names = Object.keys(now) as (keyof Terms)[]
  return Object.fromEntries(
    names.map(name => [name, isSame(seen[name], routed[name]) ? now[name] : seen[name]]),
  ) as Terms
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const without = (line: LineTerms, column: string) => divide(line, name => name !== column)[0]
