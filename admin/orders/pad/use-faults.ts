import { useMemo, useSyncExternalStore } from 'react'
import type { HeaderBody } from '../../../resources/orders/order-input.ts'
import { unfinished } from '../lines/line-bodies.ts'
import type { LineStore, PadFault } from '../lines/line-store.ts'
import { type TrayRow, trayFault } from '../paste/paste-rows.ts'

/**
 * What is wrong on the pad, and the errors of its header by field. Until a button was pressed nobody asks for what is not
 * finished: it is not marked as wrong, and what a row shows does not change with each letter.
 */
export function useFaults(store: LineStore, header: HeaderBody, tray: readonly TrayRow[], pressed: boolean) {
  const told = useSyncExternalStore(store.subscribe, () => store.answer().faults)
  const lines = useSyncExternalStore(store.subscribe, () => (pressed ? store.lines() : null))
  const faults = useMemo<readonly PadFault[]>(
    () => (lines ? [...unfinished(lines), ...trayFault(tray), ...told] : told),
    [lines, tray, told],
  )
  const errors = useMemo(() => {
    const marked = told.filter(({ key, field }) => key === null && (pressed || header[field as keyof HeaderBody]))
    return new Map(marked.map(({ field, message }) => [field, message]))
  }, [told, pressed, header])
  return { faults, errors }
}
