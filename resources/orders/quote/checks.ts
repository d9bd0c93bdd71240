import type { Check, CheckFacts, Finding } from './check-facts.ts'
import { controlChecks } from './checks-control.ts'
import { lineChecks } from './checks-lines.ts'
import { orderChecks } from './checks-order.ts'

/** Every rule that an order must pass at submit and again at release; a new rule is one more entry in its list. */
export const checks: readonly Check[] = [...orderChecks, ...lineChecks, ...controlChecks]

/** All findings of an order, so that a person can correct it in one go; warnings among them stop nothing. */
export const findingsOf = (facts: CheckFacts): Finding[] =>
  checks.flatMap(({ rule, title, find }) => find(facts).map(found => ({ rule, title, ...found })))
