import { lazy, Suspense, useState } from 'react'
import { Opening } from '../../shell/use-quick-exit.ts'
import { useCount, usePad } from '../pad/pad.ts'
import type { SourceStart } from '../pad/source-drawer.tsx'
import type { TrayRow } from '../paste/tray-rows.ts'
import { LinePad } from './line-pad.tsx'
import type { PadColumn, PadFault } from './line-store.ts'

// Loaded on demand, so that the pad itself loads faster.
const PasteBox = lazy(async () => ({ default: (await import('../paste/paste-box.tsx')).PasteBox }))
const PasteTray = lazy(async () => ({ default: (await import('../paste/paste-tray.tsx')).PasteTray }))
const SourceDrawer = lazy(async () => ({ default: (await import('../pad/source-drawer.tsx')).SourceDrawer }))
const TakeFrom = lazy(async () => ({ default: (await import('./take-from.tsx')).TakeFrom }))

/** The lines of the order, with paste, quick add and sources. */
export function PadLines(lines: {
  faults: readonly PadFault[]
  onReach: (reach: (key: string, column: PadColumn) => void) => void
  tray: readonly TrayRow[]
  onTray: (change: (now: TrayRow[]) => TrayRow[]) => void
  onPaste: (text: string) => void
  /** A person has begun to enter lines. */
  onEnter: () => void
  message: string
}) {
  const [pasting, setPasting] = useState(false)
  const [taking, setTaking] = useState<SourceStart | null>(null)
  const isEmpty = useCount(usePad().store) === 0
  const hasPasted = useEver(pasting)
  const hadTray = useEver(lines.tray.length > 0)
  return (
    <section
      className="pad-lines"
      aria-label="Lines"
      // Of boxes alone: a button would move away from under the pointer.
      onFocus={({ target }) => target instanceof HTMLInputElement && target.type !== 'file' && lines.onEnter()}
    >
      <p role="status" className="pad-said">
        {lines.message}
      </p>
      {hadTray && (
        <Suspense fallback={null}>
          <PasteTray rows={lines.tray} onChange={lines.onTray} />
        </Suspense>
      )}
      <LinePad faults={lines.faults} onReach={lines.onReach} />
      <Suspense fallback={null}>
        <TakeFrom isEmpty={isEmpty} onTake={setTaking} onPaste={() => setPasting(true)} />
      </Suspense>
      {taking && (
        <Suspense fallback={<Opening onClose={() => setTaking(null)} />}>
          <SourceDrawer start={taking} onClose={() => setTaking(null)} />
        </Suspense>
      )}
      {hasPasted && (
        <Suspense fallback={pasting && <Opening onClose={() => setPasting(false)} />}>
          <PasteBox open={pasting} onPaste={lines.onPaste} onClose={() => setPasting(false)} />
        </Suspense>
      )}
    </section>
  )
}

/** Whether this was ever true: what was shown once stays, and decides itself where the focus goes when it ends. */
function useEver(now: boolean): boolean {
  const [ever, setEver] = useState(now)
  if (now && !ever) setEver(true)
  return ever
}
