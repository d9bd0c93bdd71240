import { Button, Input, type InputRef } from 'antd'
import type { Ref } from 'react'
import type { FindAnswer } from './use-find.ts'

/** The id of the box in which waiting goods are looked for, and scanned. */
export const FIND = 'lr-find'

/** Looks for waiting goods by whatever is known of them; a scanner types a number and Enter. */
export function FindBox(box: {
  ref: Ref<InputRef>
  text: string
  answer: FindAnswer | null
  onType: (text: string) => void
  onEnter: (text: string) => void
  /** Goes into the list below. */
  onDown: () => void
  onPlant: (plantId: number) => void
}) {
  const { text, answer } = box
  return (
    <div className="lr-find">
      <label htmlFor={FIND}>Find or scan</label>
      <Input
        id={FIND}
        ref={box.ref}
        allowClear
        autoComplete="off"
        spellCheck={false}
        placeholder="Invoice, order, customer, ship-to, city, plant or date"
        aria-describedby={`${FIND}-keys ${FIND}-answer`}
        aria-keyshortcuts="/"
        value={text}
        onChange={({ target }) => box.onType(target.value)}
        onKeyDown={event => {
          if (event.key === 'ArrowDown') box.onDown()
          else if (event.key === 'Enter' && !event.ctrlKey) {
            box.onEnter(text)
            // The next scan replaces this text, and another Enter takes the next hit.
            event.currentTarget.select()
          } else return
          event.preventDefault()
        }}
      />
      <p id={`${FIND}-keys`} className="quiet lr-keys">
        <kbd>Enter</kbd> selects the first hit · <kbd>↓</kbd> goes into the list, <kbd>Space</kbd> selects there ·{' '}
        <kbd>Alt L</kbd> goes to the LR, <kbd>Esc</kbd> comes back
      </p>
      <p id={`${FIND}-answer`} role="status" className={answer?.isRefused ? 'field-error' : 'quiet'}>
        {answer?.text}{' '}
        {answer?.plantId != null && (
          <Button size="small" onClick={() => box.onPlant(answer.plantId!)}>
            Show that plant
          </Button>
        )}
      </p>
    </div>
  )
}
