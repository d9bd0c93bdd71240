import type { Order } from '../../../resources/orders/order.ts'
import {
  type ChosenTerms,
  chosenTermsOf,
  type OrderInput,
  type TermName,
  termNames,
} from '../../../resources/orders/order-input.ts'
import { asAgreed } from '../../../resources/orders/terms/agreed-terms.ts'
import { paymentCodes } from '../../../resources/orders/terms/payment-codes.ts'
import { termText, termTitles } from '../../../resources/orders/terms/term-text.ts'
import { refused } from '../../platform/errors.ts'
import type { OrderFacts } from '../quote/order-facts.ts'
import type { QuotedOrder } from '../quote/quote.ts'

type Placer = { readonly userType: string }
type SavedOrder = Pick<Order, 'placedForCustomer' | 'chosenFreightTerms' | 'chosenTransMode' | 'chosenPaymentDays'>

/**
 * The order with the terms that the person may give it: buyers take those that are agreed, and on an order that our own
 * people placed those that these chose.
 */
export function withOwnTerms<Input extends ChosenTerms>(
  input: Input,
  { userType }: Placer,
  before?: SavedOrder,
): Input {
  if (userType === 'EMPLOYEE') return input
  return { ...input, ...(before?.placedForCustomer ? chosenTermsOf(before) : asAgreed) }
}

/**
 * Throws 422 where a buyer sent other terms than are agreed with them or the order had, and where the chosen payment
 * terms have no code in SAP.
 */
export function demandOwnTerms(
  { settings }: Pick<OrderFacts, 'settings'>,
  sent: OrderInput,
  { userType }: Placer,
  quoted: readonly QuotedOrder[],
  before?: Pick<Order, TermName>,
): void {
  const known = [...quoted.flatMap(({ terms }) => [terms, terms.agreed]), ...(before ? [before] : [])]
  const differing = termNames.filter(name => sent[name] !== null && !known.some(terms => terms[name] === sent[name]))
  if (userType !== 'EMPLOYEE' && quoted.length > 0 && differing.length > 0)
    throw refused(differing.map(name => refusalFor(name, quoted[0]!.terms[name])))
  const days = sent.paymentTermsDays
  if (days === null || quoted.every(({ terms }) => terms.agreed.paymentTermsDays === days)) return
  const coded = [...paymentCodes(settings['sap.payment_terms']).keys()].sort((a, b) => a - b)
  if (coded.includes(days)) return
  const message = `Payment terms of ${days} days have no code in SAP: choose ${coded.join(', ')} days, or leave them as agreed`
  throw refused([{ field: 'paymentTermsDays', code: 'ENUM', message }])
}

const refusalFor = (name: TermName, agreed: string | number) => ({
  field: name,
  code: 'TERMS_AGREED',
  message: `${termTitles[name]} must be as agreed with you, ${termText(name, agreed)}: leave it as it is, or ask a CSC agent in the remarks`,
})
