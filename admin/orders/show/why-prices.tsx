import { decisionSentence } from '../../../resources/orders/quote/decision-sentence.ts'
import { lineMends } from '../../../resources/orders/what-if/line-mends.ts'
import { ExplainButton } from '../explain/explain.tsx'
import { ExplainLine } from '../explain/explain-line.tsx'
import type { OrderLineRow, OrderRow } from '../order-rows.ts'
import { sourceText } from '../order-words.ts'

/** Where the prices of an order come from, in one sentence. */
export function pricesInWords(lines: readonly OrderLineRow[]): string | null {
  const priced = lines.filter(({ netPrice }) => netPrice !== undefined)
  if (lines.length === 0) return null
  if (priced.length === 0) return 'Plants of the lines, and why'
  const byHand = priced.filter(({ manualDiscountPct }) => manualDiscountPct > 0)
  const sources = [...new Set(priced.map(({ priceSource }) => sourceText(priceSource)))]
  return `${sources.join(', ')}; ${byHand.length === 0 ? 'no discount by hand' : `discount by hand on line ${byHand.map(({ lineNo }) => lineNo).join(', ')}`}`
}

/** What decided the price and the plant of each line, with everything that was looked at. */
export function WhyPrices({
  lines,
  order: { channelId, sbuId },
}: {
  lines: readonly OrderLineRow[]
  order: Pick<OrderRow, 'channelId' | 'sbuId'>
}) {
  // The state of the ship-to is not at hand: a row for every state closes the gap too.
  const mendsOf = (line: OrderLineRow) => lineMends(line, { channelId, sbuId, stateId: null })
  return (
    <dl className="record-pairs why-prices">
      {lines.map(line => {
        const told = { ...line, plant: line.texts.plantId ?? null, mends: mendsOf(line) }
        return (
          <div key={line.id}>
            <dt>Line {line.lineNo}</dt>
            <dd>
              {decisionSentence(told)}{' '}
              <ExplainButton of={`line ${line.lineNo}`} title={`Why? Line ${line.lineNo} · ${line.texts.productId}`}>
                {() => <ExplainLine line={told} />}
              </ExplainButton>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
