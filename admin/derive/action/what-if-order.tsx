import { rupeesPer } from '../../../resources/define/show.ts'
import type { LineOutcome, TouchedOrder as Touched } from '../../../resources/orders/what-if/what-if.ts'
import { optionText } from '../value-text.ts'

/** The changes of one order, one sentence each. */
export function TouchedOrder({ order: { lines, newly, noLonger, others, fate } }: { order: Touched }) {
  return (
    <ul className="what-if-changes">
      {fate && <li className={fate.kind === 'STOPS' ? 'is-new' : ''}>{fate.text}</li>}
      {newly.map(each => (
        <li key={each} className="is-new">
          Would newly need {each}
        </li>
      ))}
      {noLonger.map(each => (
        <li key={each}>Would no longer need {each}</li>
      ))}
      {others.map(each => (
        <li key={each}>Would be decided by others: {each}</li>
      ))}
      {lines.map(({ lineNo, before, after }) => (
        <li key={lineNo}>
          {before.product}: {changesOf(before, after).join('; ')}
        </li>
      ))}
    </ul>
  )
}

function changesOf(before: LineOutcome, after: LineOutcome): string[] {
  const sentences: string[] = []
  if (before.netPrice !== after.netPrice || before.priceSource !== after.priceSource)
    sentences.push(`net price ${priceText(before)} becomes ${priceText(after)}`)
  if (before.limitPrice !== after.limitPrice)
    sentences.push(`limit price ${amountText(before)} becomes ${amountText(after)}`)
  if (before.plant !== after.plant || before.sourceRule !== after.sourceRule)
    sentences.push(`supplied by ${plantText(before)} becomes ${plantText(after)}`)
  return sentences
}

const amountText = ({ limitPrice, priceUnit }: LineOutcome) =>
  limitPrice === null ? 'none' : rupeesPer(limitPrice, priceUnit)
const priceText = ({ netPrice, priceUnit, priceSource }: LineOutcome) =>
  priceSource === null ? 'none' : `${rupeesPer(netPrice, priceUnit)} (${optionText(priceSource)})`
const plantText = ({ plant, sourceRule }: LineOutcome) =>
  plant === null ? 'no plant' : `${plant} (${optionText(sourceRule ?? '')})`
