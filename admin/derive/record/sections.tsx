import { type ReactNode, useId, useState } from 'react'
import { Icon } from '../../shell/menu/icons.tsx'

/** A folded part of a page of a record. */
export interface RecordSection {
  title: string
  /** Its answer in one sentence; null where there is nothing yet, undefined while that is not known. */
  say: string | null | undefined
  /** It explains what is next. */
  open?: boolean
  /** Opens it while there is nothing in it: `Write a message`. */
  begin?: string
  content: ReactNode
  /** Of our own people alone: it is not printed. */
  isInner?: boolean
}

/** Folded sections in the order of reading; those with nothing in them are named in one last line. */
export function Sections({ sections }: { sections: readonly (RecordSection | false | null | undefined)[] }) {
  const [begun, setBegun] = useState<readonly string[]>([])
  const all = sections.filter(section => !!section)
  const isShown = ({ title, say }: RecordSection) => typeof say === 'string' || begun.includes(title)
  const empty = all.filter(section => section.say === null && !isShown(section))
  return (
    <div className="record-sections">
      {all.filter(isShown).map(section => (
        <Folded key={section.title} section={section} begun={begun.includes(section.title)} />
      ))}
      {empty.length > 0 && (
        <p className="record-none">
          Nothing yet: {empty.map(({ title }) => lowerFirst(title)).join(', ')}.{' '}
          {empty.map(
            ({ title, begin }) =>
              begin && (
                <button key={title} type="button" className="text-button" onClick={() => setBegun([...begun, title])}>
                  {begin}
                </button>
              ),
          )}
        </p>
      )}
    </div>
  )
}

/** `Changed lines` in a sentence; `COA` stays. */
const lowerFirst = (title: string) => title.replace(/^[A-Z](?=[a-z])/, letter => letter.toLowerCase())

function Folded({
  section: { title, say, open = false, content, isInner },
  begun,
}: {
  section: RecordSection
  begun: boolean
}) {
  const id = useId()
  // Whether it is open is what its reader last made of it.
  const [isOpen, setOpen] = useState<boolean | null>(null)
  return (
    <section aria-labelledby={id} className={isInner ? 'is-inner' : undefined}>
      <details
        open={isOpen ?? (open || begun)}
        onToggle={({ currentTarget }) => {
          if (currentTarget.open !== (isOpen ?? (open || begun))) setOpen(currentTarget.open)
        }}
      >
        <summary>
          <h2 id={id}>{title}</h2>
          <span>{say}</span>
          <Icon name="down" />
        </summary>
        <div className="record-inside">{content}</div>
      </details>
    </section>
  )
}

/** The own rows of a record, which stand before its sections. */
export function RecordRows({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="record-rows" aria-labelledby={id}>
      <h2 id={id}>
        {title} {note && <small>{note}</small>}
      </h2>
      {children}
    </section>
  )
}
