import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Icon } from '../../shell/icons.tsx'
import { PasteBox } from '../paste/paste-box.tsx'
import type { TrayRow } from '../paste/paste-rows.ts'
import { PasteTray } from '../paste/paste-tray.tsx'
import { LinePad } from './line-pad.tsx'
import type { PadColumn, PadFault } from './line-store.ts'
import { QuickAdd } from './quick-add.tsx'

const SourceDrawer = lazy(async () => ({ default: (await import('../pad/source-drawer.tsx')).SourceDrawer }))

/** The lines of the order, with paste, quick add and sources. */
export function PadLines(lines: {
  faults: readonly PadFault[]
  onReach: (reach: (key: string, column: PadColumn) => void) => void
  tray: readonly TrayRow[]
  onTray: (change: (now: TrayRow[]) => TrayRow[]) => void
  onPaste: (text: string) => void
  message: string
}) {
  const [pasting, setPasting] = useState(false)
  const [taking, setTaking] = useState(false)
  return (
    <section className="panel pad-lines" aria-labelledby="lines-head">
      <div className="pad-head">
        <h2 id="lines-head">Lines</h2>
        <p className="quiet pad-help">
          Type a code, name or CAS number, Tab, quantity, Enter. A list copied from a sheet can be pasted into any
          product box.
        </p>
        <Button onClick={() => setTaking(true)}>Take lines from...</Button>
        <Button onClick={() => setPasting(true)}>
          <Icon name="plus" /> Paste a list
        </Button>
      </div>
      <p role="status" className="pad-said">
        {lines.message}
      </p>
      <PasteTray rows={lines.tray} onChange={lines.onTray} />
      <LinePad faults={lines.faults} onReach={lines.onReach} />
      <QuickAdd />
      {taking && (
        <Suspense fallback={null}>
          <SourceDrawer onClose={() => setTaking(false)} />
        </Suspense>
      )}
      <PasteBox open={pasting} onPaste={lines.onPaste} onClose={() => setPasting(false)} />
    </section>
  )
}
