import { compareRatios, exactly, exactNet, type LinePrice, lessShare } from '../line-price.ts'
import type { OrderLine } from '../order-line.ts'
import type { Ratio } from '../unit-conversion.ts'
import type { TaskToDecide } from './decision.ts'

type Priced = Pick<OrderLine, 'lineNo' | 'lineStatus' | 'listPrice' | 'discountPct'> & LinePrice

/**
 * The discount, in hundredths of a percent, that the person who placed the order may give, and the net prices at which
 * no line gives more; null where the order waits for something else than a discount from the list price.
 */
export function approvableAt(
  { step, measuredValue, over = null, lineNos }: TaskToDecide,
  lines: readonly Partial<Priced>[],
): { pct: number; lines: { lineNo: number; netPrice: number }[] } | null {
  if (step !== 'MY_APPROVAL' || over === null || measuredValue === undefined || measuredValue === null) return null
  const pct = measuredValue - over
  const concerned = lines.filter(
    (line): line is Priced =>
      line.lineStatus === 'OPEN' && line.listPrice !== undefined && lineNos?.includes(line.lineNo!) === true,
  )
  // Measured against the average price, or a promotion: a share of the list price would not be it.
  if (Math.max(0, ...concerned.map(({ discountPct }) => discountPct)) !== measuredValue || pct < 0) return null
  const dearer = concerned
    .map(line => ({ line, netPrice: roundedUp(lessShare(exactly(line.listPrice), pct)) }))
    .filter(({ line, netPrice }) => compareRatios(exactly(netPrice), exactNet(line)) > 0)
  return dearer.length > 0
    ? { pct, lines: dearer.map(({ line: { lineNo }, netPrice }) => ({ lineNo, netPrice })) }
    : null
}

/** The least price in whole paise that gives no more discount. */
const roundedUp = ({ num, den }: Ratio) => Number((num + den - 1n) / den)
