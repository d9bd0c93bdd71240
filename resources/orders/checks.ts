import type { Check, CheckFacts, Finding } from './check-facts.ts'
import { lineChecks } from './checks-lines.ts'
import { orderChecks } from './checks-order.ts'

/** Every rule of §D.4 that an order must pass at submit and again at release; a new rule is one more entry in its list. */
export const checks: readonly Check[] = [...orderChecks, ...lineChecks]

/** All that is wrong with an order, so that a person can put it right in one go; empty when it may go on. */
export const findingsOf = (facts: CheckFacts): Finding[] =>
  checks.flatMap(({ rule, find }) => find(facts).map(found => ({ rule, ...found })))
