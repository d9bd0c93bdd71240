import { useEffect, useRef } from 'react'
import type { Fault } from '../../../resources/define/validate.ts'

/** Lists above the form why it was not saved; each line leads to its field. Takes the focus after each attempt. */
export function FaultSummary({
  faults,
  attempt,
  formId,
}: {
  faults: readonly Fault[]
  attempt: number
  formId: string
}) {
  const box = useRef<HTMLDivElement>(null)
  const count = faults.length
  useEffect(() => {
    if (attempt > 0) box.current?.focus()
  }, [attempt])
  if (count === 0 || attempt === 0) return null
  return (
    <div ref={box} tabIndex={-1} role="alert" className="notice-box is-bad fault-summary">
      <p>{headFor(faults)}</p>
      <ul>
        {faults.map(fault => (
          <li key={`${fault.field} ${fault.message}`}>
            {fault.field ? (
              <a
                href={`#${formId}-${fault.field}`}
                onClick={event => {
                  event.preventDefault()
                  document.getElementById(`${formId}-${fault.field}`)?.focus()
                }}
              >
                {fault.message}
              </a>
            ) : (
              fault.message
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function headFor(faults: readonly Fault[]) {
  if (faults.every(fault => !fault.field)) return 'It is not saved:'
  return faults.length === 1 ? 'Fix 1 field:' : `Fix ${faults.length} fields:`
}
