import { divide, pick } from '../../define/pick.ts'
import { headerTerms, type LineTerms, type OrderTerms } from './terms.ts'

/**
 * What the customer knows after whoever placed the order corrected it: what they left as it was routed stays as it was
 * seen, all else they gave. `routed` are the terms before the correction.
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
  if (!routed) return [line]
  const [was, now] = [routed, line].map(each => divide(each, name => name !== 'lineNo')[0]) as [object, object]
  if (!seen) return JSON.stringify(was) === JSON.stringify(now) ? [] : [line]
  return [{ ...known(seen, routed, line), lineNo: line.lineNo }]
}

/** The values of now, and those that were seen where nothing was changed since the routing. */
function known<Terms extends object>(seen: Terms, routed: Terms, now: Terms): Terms {
  const isLeft = (name: keyof Terms) => JSON.stringify(now[name]) === JSON.stringify(routed[name])
  const names = Object.keys(now) as (keyof Terms)[]
  return Object.fromEntries(names.map(name => [name, isLeft(name) ? seen[name] : now[name]])) as Terms
}
