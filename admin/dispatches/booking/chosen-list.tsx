import { Button } from 'antd'
import { MOST_ON_LR } from '../../../resources/dispatches/lr-faults.ts'
import { waitingText } from '../waiting-key.ts'
import { type Chosen, keyOfWaiting } from './chosen.ts'
import { sumsOf } from './pending-invoices.tsx'

/** What goes on the LR, each with a button that leaves it out. */
export function ChosenList({ chosen, onLeaveOut }: { chosen: readonly Chosen[]; onLeaveOut: (one: Chosen) => void }) {
  return (
    <>
      <p className="quiet" aria-live="polite">
        {sumsOf(chosen)}
        {chosen.length === MOST_ON_LR && `. An LR takes at most ${MOST_ON_LR} invoices: make another for the rest.`}
      </p>
      <ul className="lr-chosen" aria-label="Selected">
        {chosen.map(one => (
          <li key={keyOfWaiting(one)}>
            {waitingText(one)}
            <Button size="small" type="text" title="Leave out" onClick={() => onLeaveOut(one)}>
              <span aria-hidden="true">×</span>
              <span className="for-readers">Leave out {one.invoiceNo}</span>
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
