import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Icon } from '../../shell/menu/icons.tsx'
import { Opening } from '../../shell/use-quick-exit.ts'
import { useInstruction, usePad } from '../pad/pad.ts'
import type { TrayRow } from '../paste/tray-rows.ts'
import { StockAndPricesAsOf } from '../sap/stock-as-of.tsx'
import { LinePad } from './line-pad.tsx'
import type { PadColumn, PadFault } from './line-store.ts'
import { QuickAdd } from './quick-add.tsx'

// Loaded on demand, so that the pad itself loads faster.
const PasteBox = lazy(async () => ({ default: (await import('../paste/paste-box.tsx')).PasteBox }))
const PasteTray = lazy(async () => ({ default: (await import('../paste/paste-tray.tsx')).PasteTray }))
const SourceDrawer = lazy(async () => ({ default: (await import('../pad/source-drawer.tsx')).SourceDrawer }))

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
  const [taking, setTaking] = useState(false)
  const hasPasted = useEver(pasting)
  const hadTray = useEver(lines.tray.length > 0)
  return (
    <section
      className="panel pad-lines"
      aria-labelledby="lines-head"
      // Of boxes alone: a button would move away from under the pointer.
      onFocus={({ target }) => target instanceof HTMLInputElement && target.type !== 'file' && lines.onEnter()}
    >
      <div className="pad-head">
        <h2 id="lines-head">Lines</h2>
        <p className="quiet pad-help">
          Code, name or CAS number, Tab, quantity, Enter; Ctrl Enter submits. Lists can be pasted.
        </p>
        <StockAndPricesAsOf />
      </div>
      <ShippingInstruction />
      <p role="status" className="pad-said">
        {lines.message}
      </p>
      {hadTray && (
        <Suspense fallback={null}>
          <PasteTray rows={lines.tray} onChange={lines.onTray} />
        </Suspense>
      )}
      <LinePad faults={lines.faults} onReach={lines.onReach} />
      <div className="pad-more">
        <Button onClick={() => setTaking(true)}>Take lines from...</Button>
        <Button onClick={() => setPasting(true)}>
          <Icon name="plus" /> Paste a list
        </Button>
      </div>
      <QuickAdd />
      {taking && (
        <Suspense fallback={<Opening onClose={() => setTaking(false)} />}>
          <SourceDrawer onClose={() => setTaking(false)} />
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

/** The shipping instruction of the lines, once; a line with another one shows its own. */
function ShippingInstruction() {
  const shared = useInstruction(usePad().store)
  if (!shared) return null
  const { text, lines, of } = shared
  return (
    <p className="pad-instruction">
      <strong>Shipping{lines < of && ` (${lines} of ${of} lines)`}:</strong> {text}
    </p>
  )
}

/** Whether this was ever true: what was shown once stays, and decides itself where the focus goes when it ends. */
function useEver(now: boolean): boolean {
  const [ever, setEver] = useState(now)
  if (now && !ever) setEver(true)
  return ever
}
