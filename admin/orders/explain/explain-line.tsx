import { laneWords } from '../../../resources/dispatches/lane-record.ts'
import { statusReaderOf } from '../../../resources/dispatches/lr-status.ts'
import { decisionSentence } from '../../../resources/orders/quote/decision-sentence.ts'
import type { PromiseExplanation } from '../../../resources/orders/quote/promise.ts'
import type { QuoteLine } from '../../../resources/orders/quote/quote.ts'
import type { Trace } from '../../../resources/orders/trace.ts'
import { usePerson } from '../../account/person.ts'
import { priceWords, ruleText, taxWords } from '../order-words.ts'
import { MendLinks } from './mend-links.tsx'
import { TraceSteps } from './trace-steps.tsx'
import { UsedRow } from './used-row.tsx'

type TracedLine = Parameters<typeof priceWords>[0] &
  Parameters<typeof taxWords>[0] &
  Pick<QuoteLine, 'plant' | 'sourceRule'> &
  Partial<Pick<QuoteLine, 'promise' | 'mends'>> & {
    plantState?: string | null
    priceTrace?: Trace | null
    sourceTrace?: Trace | null
  }

/** Explains the price and the source of a line: what decided in one sentence, then in words, then every candidate. */
export function ExplainLine({ line }: { line: TracedLine }) {
  const where = line.plantState ? `, ${line.plantState}` : ''
  return (
    <div className="explain">
      <p className="decision">{decisionSentence(line)}</p>
      <section>
        <h3>Price</h3>
        <p>{priceWords(line).join(' ')}</p>
        {line.priceTrace && <TraceSteps trace={line.priceTrace} label="Candidates for the price" />}
        <MendLinks fixes={line.mends?.price} />
      </section>
      <section>
        <h3>Source</h3>
        <p>
          {line.plant
            ? `Supplied by ${line.plant}${where}: ${ruleText(line.sourceRule)}.`
            : 'No plant can supply this line.'}
        </p>
        {line.sourceTrace && <TraceSteps trace={line.sourceTrace} label="Candidates for the plant" />}
        <MendLinks fixes={line.mends?.source} />
      </section>
      {line.promise && <PromiseSource of={line.promise} />}
      <section>
        <h3>Tax</h3>
        <p>{taxWords(line)} An estimate: the invoice from SAP is final.</p>
      </section>
    </div>
  )
}

/** Where a promised day comes from, and how often such promises were met lately. */
function PromiseSource({ of: { words, row, record } }: { of: PromiseExplanation }) {
  const { user } = usePerson()
  return (
    <section>
      <h3>Promised day</h3>
      <p>{words.join(' ')}</p>
      {record && <p>{laneWords(record, statusReaderOf(user.userType))}</p>}
      {row && <UsedRow row={row} now={undefined} />}
    </section>
  )
}
