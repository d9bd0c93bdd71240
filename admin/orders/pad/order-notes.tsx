import type { OrderContext } from '../../../resources/orders/pad/offers.ts'
import { FindingWords } from '../lines/finding-words.tsx'
import type { PadFault } from '../lines/line-store.ts'
import { takeDay } from '../lines/repairs.ts'
import { useInstruction, usePad } from './pad.ts'

/** What is about the order as a whole: what stops it, what is worth knowing, and what always holds for the customer. */
export function OrderNotes({
  context: { customer, blocks },
  faults,
  warnings,
  onDay,
}: {
  context: OrderContext
  faults: readonly PadFault[]
  warnings: readonly PadFault[]
  /** Takes another day of delivery. */
  onDay: (day: string) => void
}) {
  const shared = useInstruction(usePad().store)
  const told = new Set([...faults, ...warnings].map(({ message }) => message))
  const isBlockedInSap = customer.sapOrderBlock && !faults.some(({ code }) => code === 'SAP_ORDER_BLOCK')
  return (
    <div className="order-notes">
      {faults.map(fault => (
        <p key={fault.message} className="finding is-stop">
          <FindingWords finding={fault} text={fault.message} />
        </p>
      ))}
      {isBlockedInSap && <p className="finding is-stop">Blocked for orders in SAP ({customer.sapOrderBlock})</p>}
      {blocks
        .filter(({ message }) => !told.has(message))
        .map(({ mode, message }) => (
          <p key={message} className={mode === 'BLOCK' ? 'finding is-stop' : 'finding'}>
            {message}
          </p>
        ))}
      {warnings.map(warning => (
        <p key={warning.message} className="finding">
          <FindingWords finding={warning} text={warning.message} />
          {warning.day && (
            <button type="button" className="text-button" onClick={() => onDay(warning.day!)}>
              {takeDay(warning.day)}
            </button>
          )}
        </p>
      ))}
      {shared && (
        <p className="finding">
          Shipping{shared.lines < shared.of && ` (${shared.lines} of ${shared.of} lines)`}: {shared.text}
        </p>
      )}
    </div>
  )
}
