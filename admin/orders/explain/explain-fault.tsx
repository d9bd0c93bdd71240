import { dayOf } from '../../../resources/define/dates.ts'
import type { QuoteFault } from '../../../resources/orders/quote/quote.ts'
import { trace } from '../../../resources/orders/trace.ts'
import { ExplainButton, ExplainedTrace } from './explain.tsx'

/** The master row behind an error of an order; nothing where no row decided, or where it is not shown to the person. */
export function ExplainFault({
  fault: { rule, title, row, message },
}: {
  fault: Pick<QuoteFault, 'message'> & Partial<Pick<QuoteFault, 'rule' | 'title' | 'row'>>
}) {
  if (!row) return null
  const stopped = [{ step: rule ?? '', name: title ?? '', verdict: 'won', row, reason: message } as const]
  return (
    <ExplainButton of={message} title={title ?? ''}>
      {() => <ExplainedTrace trace={trace('check', dayOf(new Date().toISOString()), stopped)} label="The rule" />}
    </ExplainButton>
  )
}
