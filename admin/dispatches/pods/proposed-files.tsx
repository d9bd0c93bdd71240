import { Button } from 'antd'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { isRefusal } from '../../shell/api.ts'
import { type BatchFileRow, correctFiles, leaveOut } from './batch-api.ts'

/** The button that has the focus for the file in hand. */
const ACCEPT = 'accepts-proposal'

/**
 * Files whose LR is only likely: each shows its picture, the LR that its name may mean, and why. One key accepts it, one
 * shows the next LR; the next file is then in hand.
 */
export function ProposedFiles({ rows, onChanged }: { rows: readonly BatchFileRow[]; onChanged: () => void }) {
  const list = useRef<HTMLUListElement>(null)
  const [decided, setDecided] = useState<ReadonlySet<number>>(new Set())
  const [shown, setShown] = useState<Readonly<Record<number, number>>>({})
  const [problems, setProblems] = useState<Readonly<Record<number, string>>>({})
  const open = rows.filter(({ id }) => !decided.has(id))

  // The first file is in hand at once.
  useEffect(() => list.current?.querySelector<HTMLElement>(`.${ACCEPT}`)?.focus(), [])

  const takeInHand = (at: number) => list.current?.querySelectorAll<HTMLElement>(`.${ACCEPT}`)[at]?.focus()

  /** Takes the next file in hand before the server has answered, so that a stack is worked off key by key. */
  async function decide(file: BatchFileRow, work: () => Promise<unknown>) {
    const at = open.findIndex(({ id }) => id === file.id)
    takeInHand(at + 1 < open.length ? at + 1 : at - 1)
    setDecided(old => new Set([...old, file.id]))
    try {
      await work()
    } catch (error) {
      if (!isRefusal(error)) throw error
      setDecided(old => new Set([...old].filter(id => id !== file.id)))
      setProblems(old => ({ ...old, [file.id]: error.faults[0]?.message ?? error.message }))
    }
    onChanged()
  }

  const candidateOf = (file: BatchFileRow) => {
    const candidates = file.candidates ?? []
    const at = (shown[file.id] ?? 0) % Math.max(1, candidates.length)
    return { at, of: candidates.length, candidate: candidates[at] }
  }
  const accept = (file: BatchFileRow) => {
    const { candidate } = candidateOf(file)
    if (candidate) void decide(file, () => correctFiles(file.batchId, [{ id: file.id, lrId: candidate.lrId }]))
  }
  const showNext = (file: BatchFileRow) => setShown(old => ({ ...old, [file.id]: (old[file.id] ?? 0) + 1 }))
  const drop = (file: BatchFileRow) => void decide(file, () => leaveOut(file.batchId, file.id))

  function onKey(event: KeyboardEvent, file: BatchFileRow) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const at = open.indexOf(file)
    const acts: Record<string, () => void> = {
      a: () => accept(file),
      n: () => showNext(file),
      l: () => drop(file),
      ArrowDown: () => takeInHand(at + 1),
      ArrowUp: () => takeInHand(at - 1),
    }
    const act = acts[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    if (!act) return
    event.preventDefault()
    act()
  }

  return (
    <ul ref={list} className="proposed-files">
      {open.map(file => {
        const { at, of, candidate } = candidateOf(file)
        const isPicture = file.attachmentId !== null && !/\.pdf$/i.test(file.fileName)
        return (
          <li key={file.id}>
            {isPicture && <img src={`/api/attachments/${file.attachmentId}/file`} alt="" loading="lazy" />}
            <div>
              <strong>{file.fileName}</strong>
              <p id={`proposed-${file.id}`}>
                LR {candidate?.text}
                {of > 1 && <span className="quiet"> ({`${at + 1} of ${of}`})</span>}
                <br />
                <span className="quiet">{candidate?.reason}</span>
              </p>
              {problems[file.id] && (
                <p role="alert" className="field-error">
                  {problems[file.id]}
                </p>
              )}
              <div className="page-actions">
                <Button
                  className={ACCEPT}
                  aria-keyshortcuts="A"
                  aria-describedby={`proposed-${file.id}`}
                  onClick={() => accept(file)}
                  onKeyDown={event => onKey(event, file)}
                >
                  Accept <kbd>A</kbd>
                  <span className="for-readers"> {file.fileName}</span>
                </Button>
                {of > 1 && (
                  <Button onClick={() => showNext(file)} aria-keyshortcuts="N">
                    Show next LR <kbd>N</kbd>
                    <span className="for-readers"> for {file.fileName}</span>
                  </Button>
                )}
                <Button onClick={() => drop(file)} aria-keyshortcuts="L">
                  Leave out <kbd>L</kbd>
                  <span className="for-readers"> {file.fileName}</span>
                </Button>
              </div>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
