import { type ReactNode, useId, useState } from 'react'
import { Icon } from '../../shell/menu/icons.tsx'

/** A part of a report that is folded beside its rows, with what it says in one line. */
export interface Fold {
  key: string
  title: string
  answer: ReactNode
  /** Drawn once it is opened. */
  show: () => ReactNode
}

/** The folds beside the rows of a report: closed at first, and never more than one open. */
export function ReportFolds({
  folds,
  opened,
  onOpen,
  children,
}: {
  folds: readonly Fold[]
  /** The fold that the address opens. */
  opened: string | undefined
  onOpen: (key: string | undefined) => void
  /** What is never folded. */
  children: ReactNode
}) {
  const [own, setOwn] = useState<string>()
  const open = opened ?? own
  const toggle = (key: string) => {
    const next = open === key ? undefined : key
    setOwn(next)
    onOpen(next)
  }
  return (
    <aside className={open === undefined ? 'report-beside' : 'report-beside is-open'} aria-label="Beside the rows">
      {children}
      {folds.map(({ key, ...fold }) => (
        <FoldedPart key={key} {...fold} isOpen={open === key} onToggle={() => toggle(key)} />
      ))}
    </aside>
  )
}

function FoldedPart(part: Omit<Fold, 'key'> & { isOpen: boolean; onToggle: () => void }) {
  const id = useId()
  return (
    <div className="report-fold">
      <h2>
        <button type="button" aria-expanded={part.isOpen} aria-describedby={id} onClick={part.onToggle}>
          {part.title}
          <Icon name="down" size={11} />
        </button>
      </h2>
      <p id={id} className="quiet">
        {part.answer}
      </p>
      {part.isOpen && part.show()}
    </div>
  )
}
