import type { OrderInput } from '../../../resources/orders/order-input.ts'
import { refused } from '../../platform/errors.ts'
import type { OrderFacts } from './order-facts.ts'
import { findingsOfAll } from './order-findings.ts'
import { quote } from './quote.ts'

/** Throws 422 when a change of an order breaks a rule that the order did not break before. */
export function demandNoIntroducedFault(
  facts: OrderFacts,
  before: OrderInput,
  after: OrderInput,
  placedByEmployee: boolean,
) {
  const faultsIn = (input: OrderInput) =>
    findingsOfAll(facts, input, quote(facts, input), placedByEmployee).filter(({ warns }) => !warns)
  const codesBefore = new Set(faultsIn(before).map(({ code }) => code))
  const faults = faultsIn(after).filter(({ code }) => !codesBefore.has(code))
  if (faults.length > 0) throw refused(faults.map(({ code, field, message }) => ({ code, field, message })))
}
