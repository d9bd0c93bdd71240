import { lazy, Suspense } from 'react'
import { Icon } from '../../shell/menu/icons.tsx'
import type { PadFault } from '../lines/line-store.ts'

// Loaded once there is a fault, so that the pad itself loads faster.
const FaultList = lazy(async () => ({ default: (await import('./fault-list.tsx')).FaultList }))

/** All faults, or that there are none, and the warnings. */
export function FaultPanel({
  faults,
  warnings,
  isValid,
  onFocus,
  onInstead,
}: {
  faults: readonly PadFault[]
  warnings: readonly PadFault[]
  isValid: boolean
  onFocus: (fault: PadFault) => void
  onInstead: (key: string, code: string) => void
}) {
  return (
    <section className="panel" aria-labelledby="faults-head">
      <h2 id="faults-head" tabIndex={-1}>
        {faults.length > 0 ? `Issues (${faults.length})` : 'Checks'}
      </h2>
      {faults.length === 0 ? (
        <p className={isValid ? 'all-good' : 'quiet'} role="status">
          {isValid && <Icon name="check" />} {isValid ? 'The order is valid.' : 'The rules are checked as you type.'}
        </p>
      ) : (
        <Suspense fallback={null}>
          <FaultList faults={faults} onFocus={onFocus} onInstead={onInstead} />
        </Suspense>
      )}
      {warnings.length > 0 && (
        <>
          <h3>Notes ({warnings.length})</h3>
          <Suspense fallback={null}>
            <FaultList faults={warnings} onFocus={onFocus} onInstead={onInstead} />
          </Suspense>
        </>
      )}
    </section>
  )
}
