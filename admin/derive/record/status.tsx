import type { Tone } from './record-header.ts'
import './status.css'

const drawings: Record<Tone, string> = {
  wait: 'M7 1.5a5.5 5.5 0 1 0 .01 0M7 4v3.2l2.2 1.3',
  go: 'M1 4h7v6H1zM8 6h3l2 2v2H8zM4 12.2a1 1 0 1 0 .01 0M10.5 12.2a1 1 0 1 0 .01 0',
  ok: 'M2.5 8.5l3 3 6-7',
  bad: 'M7 1.8L13 12.4H1zM7 5.6v3.2M7 10.3v.6',
  end: 'M2.5 7h9',
  calm: 'M2.5 8.5l3 3 6-7',
}

/** The state of a record: an icon and words, never colour alone. Nothing else on a page says it. */
export function Status({ tone, word }: { tone: Tone; word: string }) {
  return (
    <span className={`state is-${tone}`}>
      <svg className="state-icon" viewBox="0 0 14 14" aria-hidden="true" focusable="false">
        <path d={drawings[tone]} />
      </svg>
      {word}
    </span>
  )
}
