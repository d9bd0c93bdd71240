import { pick } from '../../../resources/define/pick.ts'
import { priceFields } from '../../../resources/orders/approvals/changed-price.ts'
import type { Order } from '../../../resources/orders/order.ts'
import type { OrderInput } from '../../../resources/orders/order-input.ts'
import type { OrderLine } from '../../../resources/orders/order-line.ts'
import type { PricedLine } from '../../../resources/orders/quote/price.ts'
import { isSetByApprover, priceSteps, stepsOf, type Trace } from '../../../resources/orders/trace.ts'

/**
 * The prices that approvers set for lines of an order that came back, by the place of the line: they hold to the paisa
 * while the line asks for the same goods at the same discount, for a percentage cannot say every price.
 */
export function approvedPrices(
  { shipToId }: Pick<Order, 'shipToId'>,
  before: readonly OrderLine[],
  input: OrderInput,
): ReadonlyMap<number, PricedLine> {
  const left =
    shipToId === input.shipToId ? before.filter(({ priceTrace }) => isSetByApprover(stepsOf(priceTrace))) : []
  const prices = new Map<number, PricedLine>()
  for (const [index, line] of input.lines.entries()) {
    const at = left.findIndex(was => asked.every(name => was[name] === line[name]))
    if (at >= 0) prices.set(index, asPriced(left.splice(at, 1)[0]!))
  }
  return prices
}

const asked = ['productId', 'qty', 'manualDiscountPct', 'promoCode'] as const

function asPriced(line: OrderLine): PricedLine {
  return {
    ...pick(line, [...priceFields, 'netValue']),
    priceProblem: null,
    // What follows from the price, limits and freight, is found anew.
    priceTrace: {
      ...(line.priceTrace as unknown as Trace),
      steps: [...priceSteps(stepsOf(line.priceTrace))],
    },
  }
}
