import type { OrderInput } from '../../../resources/orders/order-input.ts'
import { freightAtRates } from '../../../resources/orders/quote/freight.ts'
import { type AgreedTerms, type Terms, termsOf } from '../../../resources/orders/terms/agreed-terms.ts'
import { type Deviation, deviationOf } from '../../../resources/orders/terms/deviation.ts'
import { agreedTerms } from '../quote/customer-terms.ts'
import type { OrderFacts } from '../quote/order-facts.ts'
import type { QuotedLine } from '../quote/quote-line.ts'

/** The terms of an order, what is agreed, and what the difference costs us; null where there is none. */
export interface QuotedTerms extends Terms {
  agreed: AgreedTerms
  deviation: Deviation | null
}

/** The terms of the lines of one SBU and sold-to. */
export function quotedTerms(
  facts: OrderFacts,
  input: OrderInput,
  lines: readonly Pick<QuotedLine, 'sbuId' | 'soldToId' | 'index' | 'input'>[],
  { grossValue }: { grossValue: number },
): QuotedTerms {
  const { sbuId, soldToId } = lines[0]!
  const agreed = agreedTerms(facts, facts.buyers.get(soldToId)!, sbuId)
  const terms = termsOf(input, agreed)
  const goods = lines.map(({ index, input: { productId, qty } }) => ({
    lineNo: (index + 1) * 10,
    product: facts.products.get(productId)!,
    qty,
  }))
  const { freights: book, day: orderDate, zoneId } = facts
  const deviation = deviationOf({
    ...{ agreed, terms, grossValue, isFreeOfCharge: facts.orderType.isFreeOfCharge },
    freightBy: transMode => freightAtRates(goods, { book, orderDate, zoneId, transMode }),
    costPct: facts.settings['credit.cost_pct'],
  })
  return { ...terms, agreed, deviation }
}
