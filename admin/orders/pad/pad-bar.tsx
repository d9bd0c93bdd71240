import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { timeOf } from '../../../resources/define/dates.ts'
import { rupees } from '../../../resources/define/show.ts'
import type { PadFault } from '../lines/line-store.ts'
import { useAnswer, useCount, usePad } from './pad.ts'
import { correction } from './pad-issues.ts'
import type { AutosaveState } from './use-saving.ts'

const keys = [
  ['Tab', 'next cell'],
  ['Ctrl D', 'copy from above'],
  ['Alt ⌫', 'remove line'],
  ['Ctrl V', 'paste rows'],
] as const

/** The foot of the pad: the button says what happens to the order. Ctrl+S saves, Ctrl+Enter sends. */
export function PadBar(bar: {
  faults: readonly PadFault[]
  busy: 'save' | 'submit' | null
  autosave: AutosaveState
  correcting: boolean
  onSave: () => void
  onClose: () => void
  onSubmit: () => void
}) {
  const { faults, busy, autosave, correcting, onSave, onClose, onSubmit } = bar
  const { store } = usePad()
  const { quote } = useAnswer(store)
  const count = useCount(store)
  const commands = useRef<Record<string, () => void>>({})
  commands.current = { s: onSave, enter: onSubmit }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      const command = commands.current[event.key.toLowerCase()]
      const inDialog = (event.target as HTMLElement).closest?.('[role=dialog]')
      if (!command || inDialog) return
      event.preventDefault()
      // Enter in a row moves to the next one.
      event.stopPropagation()
      command()
    }
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [])
  const approvals = quote?.approvals ?? []
  const gross = quote?.totals?.grossValue
  const people = [...new Set(approvals.flatMap(({ people }) => people))]
  return (
    <div className="pad-bar">
      <p className="bar-sum" aria-hidden="true">
        <strong>{correction(faults, store.keys())?.text ?? (count === 1 ? '1 line' : `${count} lines`)}</strong>
        {gross !== undefined && <strong>{rupees(gross)}</strong>}
        {people.length > 0 && <span className="quiet">For approval: {people.join(', ')}</span>}
      </p>
      <Button type="primary" onClick={onSubmit} loading={busy === 'submit'} aria-keyshortcuts="Control+Enter">
        {correcting && !quote?.companyYes?.needed
          ? 'Send again'
          : approvals.length > 0 || quote?.companyYes?.needed
            ? 'Send for approval'
            : 'Send order'}
        <span className="key-cap" aria-hidden="true">
          Ctrl ↵
        </span>
      </Button>
      <Button type="link" onClick={onClose} loading={busy === 'save'}>
        Save and close
      </Button>
      <span className={autosave.offline || autosave.refused ? 'pad-kept is-warning' : 'pad-kept'} role="status">
        {autosaveText(autosave)}
      </span>
      <span className="bar-keys" aria-hidden="true">
        {keys.map(([key, does]) => (
          <span key={key}>
            <kbd>{key}</kbd> {does}
          </span>
        ))}
      </span>
    </div>
  )
}

function autosaveText({ at, offline, refused }: AutosaveState): string {
  if (offline) return 'Offline: saved on this device'
  if (refused) return `Not saved yet: ${refused}`
  return at === null ? '' : `Draft saved ${timeOf(at)}`
}
