import { lr as lrs } from '../../../resources/dispatches/lr.ts'
import History from '../../derive/show/history.tsx'
import type { LrPartProps } from './lr-part.ts'

/** What was corrected on the LR: each fact before and after, by whom and why. */
export default function LrHistory({ wholeLr: { lr } }: LrPartProps) {
  return (
    <details className="panel lr-part">
      <summary>History and corrections</summary>
      <History resource={lrs} row={lr as never} />
    </details>
  )
}
