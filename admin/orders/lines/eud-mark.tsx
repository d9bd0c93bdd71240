import { Button } from 'antd'
import type { LineDocuments } from '../../../resources/orders/quote.ts'
import { Icon } from '../../shell/icons.tsx'
import { usePad } from '../pad/pad.ts'
import './line-drawer.css'

/** The state of a line's end-user documents; a missing one is a button that leads to its form. */
export function EudMark({ at, no, eud }: { at: string; no: number; eud: LineDocuments }) {
  const { openDetails } = usePad()
  if (eud.status === 'REQUIRED') {
    return (
      <Button size="small" className="eud-mark" onClick={() => openDetails(at)}>
        <Icon name="upload" size={12} /> Give the end-user document<span className="for-readers"> of row {no}</span>
      </Button>
    )
  }
  return (
    <span className="eud-mark quiet">
      <Icon name="check" size={12} /> {eud.onFile ? 'End-user document on file' : 'End-user document given'}
    </span>
  )
}
