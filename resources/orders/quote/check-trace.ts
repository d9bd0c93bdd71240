import { type Trace, type TraceStep, trace } from '../trace.ts'
import type { Finding } from './check-facts.ts'
import { checks } from './checks.ts'

/**
 * The result of every rule of submit and release on a day: those that stopped the order, those that warned, and those
 * it passed, each in words and with the row that decided, where one did.
 */
export function checkTrace(on: string, checkFindings: readonly Finding[]): Trace {
  const byRule = Map.groupBy(checkFindings, ({ rule, title }) => `${rule} ${title ?? ''}`)
  const steps = checks.flatMap(({ rule, title }): TraceStep[] => {
    const findings = byRule.get(`${rule} ${title}`) ?? []
    if (findings.length === 0) return [{ step: rule, name: title, verdict: 'none', row: null, reason: 'Passed' }]
    return findings.slice(0, MOST).map(({ message, warns, row = null }) => ({
      step: rule,
      name: title,
      verdict: warns ? 'skipped' : 'won',
      row,
      reason: message,
    }))
  })
  const rank = { won: 0, skipped: 1, lost: 2, none: 3 }
  return trace(
    'check',
    on,
    steps.toSorted((a, b) => rank[a.verdict] - rank[b.verdict]),
  )
}

/** The most findings of one rule in a trace: an order of 500 lines may break one of them 500 times. */
const MOST = 20
