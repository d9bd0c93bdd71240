import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { timeOf } from '../../../resources/define/dates.ts'
import { rupees } from '../../../resources/define/show.ts'
import type { OrderContext } from '../../../resources/orders/pad/offers.ts'
import { BarFacts } from './bar-facts.tsx'
import { useAnswer, useCount, usePad } from './pad.ts'
import type { AutosaveState } from './use-saving.ts'

/** The bottom bar of the pad, always visible: number of lines, total, and the two buttons. Ctrl+S saves, Ctrl+Enter submits. */
export function PadBar(bar: {
  context: OrderContext
  /** The number of faults. */
  issues: number
  busy: 'save' | 'submit' | null
  autosave: AutosaveState
  correcting: boolean
  onSave: () => void
  onSubmit: () => void
}) {
  const { busy, autosave, correcting, onSave, onSubmit } = bar
  const { store } = usePad()
  const answer = useAnswer(store)
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
  const unpriced = count - (answer.quote?.lines.length ?? 0)
  const gross = answer.quote?.totals?.grossValue
  return (
    <div className="pad-bar">
      <p>
        <strong>{count === 1 ? '1 line' : `${count} lines`}</strong>
        {gross !== undefined && <span className="number"> · {rupees(gross)}</span>}
        {answer.state === 'known' && unpriced > 0 && <span className="quiet"> · {unpriced} not priced yet</span>}
        {answer.state === 'asking' && <span className="quiet"> · pricing...</span>}
        <span className={autosave.offline || autosave.refused ? 'pad-kept is-warning' : 'pad-kept quiet'} role="status">
          {autosaveText(autosave)}
        </span>
      </p>
      <BarFacts answer={answer} issues={bar.issues} credit={bar.context.credit} />
      <Button onClick={onSave} loading={busy === 'save'} aria-keyshortcuts="Control+S">
        {correcting ? 'Save corrections' : 'Save draft'}
      </Button>
      <Button type="primary" onClick={onSubmit} loading={busy === 'submit'} aria-keyshortcuts="Control+Enter">
        {correcting ? 'Resubmit' : 'Submit order'}
      </Button>
    </div>
  )
}

function autosaveText({ at, offline, refused }: AutosaveState): string {
  if (offline) return 'Offline: saved on this device'
  if (refused) return `Not saved yet: ${refused}`
  return at === null ? '' : `Saved at ${timeOf(at)}`
}
