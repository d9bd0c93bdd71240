import type { PadFault, QuoteState } from './line-store.ts'

/** Somebody who is asked about a line. */
export interface RowAsk {
  step: string
  reason: string
  people: readonly string[]
  missing: boolean
  /** The largest discount that needs no question; null where it is not about one. */
  limit: number | null
}

/** What there is to say about a row. */
export interface RowFindings {
  stops: readonly PadFault[]
  asks: readonly RowAsk[]
  tells: readonly PadFault[]
}

export const NO_FINDINGS: RowFindings = { stops: [], asks: [], tells: [] }

/** The approvals that are about single lines; others are about the order. */
const ABOUT_LINES = ['MY_APPROVAL', 'LIMIT_PRICE', 'RATE_CONTRACT']

/** The findings of each row, by its key. */
export function rowFindings(faults: readonly PadFault[], { warnings, quote, request }: QuoteState) {
  const byKey: Record<string, { stops: PadFault[]; asks: RowAsk[]; tells: PadFault[] }> = {}
  const of = (key: string) => {
    byKey[key] ??= { stops: [], asks: [], tells: [] }
    return byKey[key]
  }
  for (const fault of faults) if (fault.key) of(fault.key).stops.push(fault)
  for (const warning of warnings) if (warning.key) of(warning.key).tells.push(warning)
  for (const { step, reason, people, missing, lineNos, measuredValue, over } of quote?.approvals ?? []) {
    if (!ABOUT_LINES.includes(step)) continue
    const limit = step === 'MY_APPROVAL' && measuredValue !== null ? measuredValue - over : null
    for (const lineNo of lineNos) {
      const key = request?.keys[lineNo / 10 - 1]
      if (key) of(key).asks.push({ step, reason, people, missing, limit })
    }
  }
  return byKey as Record<string, RowFindings>
}
