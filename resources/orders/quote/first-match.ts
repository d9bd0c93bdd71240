import type { RowUsed, TraceStep } from '../trace.ts'

/** The result of one candidate step: a value, or why it has none. */
export type CandidateResult<Value> =
  | { found: 'hit'; value: Value; row: RowUsed | null; reason: string }
  | { found: 'skipped' | 'none'; row: RowUsed | null; reason: string }

/** The row decides, and this is its value. */
export const hit = <Value>(value: Value, row: RowUsed | null, reason: string): CandidateResult<Value> => ({
  found: 'hit',
  value,
  row,
  reason,
})
/** There was a row, and the reason why it does not decide. */
export const skipped = (row: RowUsed | null, reason: string): CandidateResult<never> => ({
  found: 'skipped',
  row,
  reason,
})
/** There was no row. */
export const none = (reason: string): CandidateResult<never> => ({ found: 'none', row: null, reason })

/** A named candidate step. A new step is one more entry in its list. */
export interface CandidateStep<Facts, Value> {
  step: string
  name: string
  /** All results of the step, the best hit first. */
  evaluate: (facts: Facts) => readonly CandidateResult<Value>[]
}

export interface FirstMatch<Value, Name> {
  won: { step: string; name: Name; value: Value; row: RowUsed | null } | null
  /** The best hit of each step by its code, whether it won or not. */
  best: ReadonlyMap<string, Value>
  steps: TraceStep[]
}

/** Evaluates every step in order: the first hit wins, the later ones are recorded as lost, with the reason. */
export function firstMatch<Facts, Value, R extends CandidateStep<Facts, Value>>(
  candidates: readonly (R & CandidateStep<Facts, Value>)[],
  facts: Facts,
): FirstMatch<Value, R['name']> {
  let won: FirstMatch<Value, R['name']>['won'] = null
  const best = new Map<string, Value>()
  const steps: TraceStep[] = []
  for (const { step, name, evaluate: weigh } of candidates) {
    for (const weighed of weigh(facts)) {
      const { row, reason } = weighed
      if (weighed.found !== 'hit') {
        steps.push({ step, name, verdict: weighed.found, row, reason })
        continue
      }
      if (!best.has(step)) best.set(step, weighed.value)
      if (won) {
        const because = won.name === name ? 'the row above fits better' : `${won.step} ${won.name} comes first`
        steps.push({ step, name, verdict: 'lost', row, reason: `${reason}, but ${because}` })
        continue
      }
      won = { step, name, value: weighed.value, row }
      steps.push({ step, name, verdict: 'won', row, reason })
    }
  }
  return { won, best, steps }
}
