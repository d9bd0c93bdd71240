import type { HeaderBody, TermName } from '../../../resources/orders/order-input.ts'
import type { OrderContext } from '../../../resources/orders/pad/offers.ts'
import type { Quote } from '../../../resources/orders/quote/quote.ts'
import { termText } from '../../../resources/orders/terms/term-text.ts'

type Agreement = OrderContext['sbus'][number]['agreed']

/** What is agreed about the orders of the pad: of those that it is priced as, and before of all the customer may place. */
export const agreementsOf = ({ sbus }: OrderContext, quote: Quote | null): Agreement[] =>
  quote && quote.orders.length > 0
    ? quote.orders.map(({ terms }) => ({ ...terms.agreed, says: terms.says }))
    : sbus.map(({ agreed }) => agreed)

/** The one value that all agreements have, where they have one. */
export function sharedTerm<Name extends TermName>(
  agreements: readonly Agreement[],
  name: Name,
): Agreement[Name] | null {
  const [first, ...others] = new Set(agreements.map(agreed => agreed[name]))
  return first === undefined || others.length > 0 ? null : first
}

/** What is agreed, and where: `Billed (annexure A-12)`. */
export const agreedText = (agreements: readonly Agreement[], name: TermName): string =>
  [...new Set(agreements.map(agreed => `${termText(name, agreed[name])} (${agreed.says})`))].join(' or ')

const IN_WORDS: readonly TermName[] = ['paymentTermsDays', 'freightTerms', 'transMode']

/** The terms that count, as far as all orders of the pad share them: `30 days`, `Billed`, `by air`. */
export const termsInWords = (context: OrderContext, header: HeaderBody, quote: Quote | null): string[] =>
  IN_WORDS.flatMap(name => {
    const value = header[name] ?? sharedTerm(agreementsOf(context, quote), name)
    if (value === null) return []
    const text = termText(name, value)
    return name === 'transMode' ? [`by ${text.toLowerCase()}`] : [text]
  })
