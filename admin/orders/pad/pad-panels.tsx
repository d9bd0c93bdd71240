import { useSyncExternalStore } from 'react'
import type { OrderContext } from '../../../resources/orders/pad/offers.ts'
import { usePerson } from '../../account/person.ts'
import type { PadFault } from '../lines/line-store.ts'
import { ApprovalsPanel } from './approvals-panel.tsx'
import { FaultPanel } from './fault-panel.tsx'
import { useAnswer, usePad } from './pad.ts'
import { PadCredit } from './pad-credit.tsx'
import { checkOf } from './pad-issues.ts'
import { PadTotals } from './pad-totals.tsx'

/** The quote's results for the order: faults, approvals, credit, totals. */
export function PadPanels({
  context,
  faults,
  onFocus,
}: {
  context: OrderContext
  faults: readonly PadFault[]
  onFocus: (fault: PadFault) => void
}) {
  const { user } = usePerson()
  const pad = usePad()
  const answer = useAnswer(pad.store)
  const isValid = useSyncExternalStore(pad.store.subscribe, () => checkOf(pad.store) === 'checked')
  return (
    <div className="pad-panels">
      <FaultPanel
        faults={faults}
        warnings={answer.warnings}
        isValid={isValid}
        onFocus={onFocus}
        onInstead={pad.substitute}
      />
      {(user.userType === 'EMPLOYEE' || (answer.quote?.approvals.length ?? 0) > 0) && (
        <ApprovalsPanel answer={answer} ownLimit={context.ownDiscountLimit} usual={context.usual} />
      )}
      {context.credit && <PadCredit credit={context.credit} gross={answer.quote?.totals?.grossValue ?? 0} />}
      <PadTotals answer={answer} />
    </div>
  )
}
