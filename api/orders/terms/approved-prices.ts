import { pick } from '../../../resources/define/pick.ts'
import type { Order } from '../../../resources/orders/order.ts'
import type { OrderInput } from '../../../resources/orders/order-input.ts'
import type { OrderLine } from '../../../resources/orders/order-line.ts'
import type { PricedLine } from '../../../resources/orders/quote/price.ts'
import type { Trace } from '../../../resources/orders/trace.ts'

/**
 * The prices that approvers set for lines of an order that came back, by the place of the line: they hold to the paisa
 * while the line asks for the same goods at the same discount, for a percentage cannot say every price.
 */
export function approvedPrices(
  { shipToId }: Pick<Order, 'shipToId'>,
  before: readonly OrderLine[],
  input: OrderInput,
): ReadonlyMap<number, PricedLine> {
  const left = shipToId === input.shipToId ? before.filter(isSetByApprover) : []
  const prices = new Map<number, PricedLine>()
  for (const [index, line] of input.lines.entries()) {
    const at = left.findIndex(was => asked.every(name => was[name] === line[name]))
    if (at >= 0) prices.set(index, asPriced(left.splice(at, 1)[0]!))
  }
  return prices
}

const asked = ['productId', 'qty', 'manualDiscountPct', 'promoCode'] as const

const stepsOf = ({ priceTrace }: OrderLine) => (priceTrace as Trace | null)?.steps ?? []
const isSetByApprover = (line: OrderLine) => stepsOf(line).some(({ name }) => name === 'APPROVER')

function asPriced(line: OrderLine): PricedLine {
  return {
    ...pick(line, ['priceUnit', 'listPrice', 'priceSource', 'priceSourceId', 'defaultDiscountPct', 'promoCodeId']),
    ...pick(line, ['promoDiscountValue', 'manualDiscountPct', 'netPrice', 'discountPct', 'netValue']),
    priceProblem: null,
    // What follows from the price, limits and freight, is found anew.
    priceTrace: {
      ...(line.priceTrace as unknown as Trace),
      steps: stepsOf(line).filter(({ step }) => /^[PDA]\d/.test(step)),
    },
  }
}
