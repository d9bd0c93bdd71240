import { useMemo, useSyncExternalStore } from 'react'
import type { HeaderBody } from '../../../resources/orders/order-input.ts'
import { unfinishedLineFaults } from '../lines/line-bodies.ts'
import type { LineStore, PadFault } from '../lines/line-store.ts'
import { type TrayRow, trayFault } from '../paste/paste-rows.ts'

/**
 * The faults of the pad, and the header errors by field. Until a button was pressed unfinished fields are not marked as
 * wrong, and a row's errors do not change with each letter.
 */
export function useFaults(store: LineStore, header: HeaderBody, tray: readonly TrayRow[], pressed: boolean) {
  const serverFaults = useSyncExternalStore(store.subscribe, () => store.answer().faults)
  const lines = useSyncExternalStore(store.subscribe, () => (pressed ? store.lines() : null))
  const faults = useMemo<readonly PadFault[]>(
    () => (lines ? [...unfinishedLineFaults(lines), ...trayFault(tray), ...serverFaults] : serverFaults),
    [lines, tray, serverFaults],
  )
  const errors = useMemo(() => {
    const marked = serverFaults.filter(
      ({ key, field }) => key === null && (pressed || header[field as keyof HeaderBody]),
    )
    return new Map(marked.map(({ field, message }) => [field, message]))
  }, [serverFaults, pressed, header])
  return { faults, errors }
}
