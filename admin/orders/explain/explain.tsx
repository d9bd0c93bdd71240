import { Button } from 'antd'
import { useState } from 'react'
import type { Trace } from '../../../resources/orders/trace.ts'
import { ExplainDrawer } from './explain-drawer.tsx'
import { TraceSteps } from './trace-steps.tsx'

/**
 * The button beside a decision, with the drawer that explains it. `of` completes its accessible name, such as «line
 * 10»; the children are rendered once it is open.
 */
export function ExplainButton({
  of,
  title,
  label = 'Explain',
  children,
}: {
  of: string
  title: string
  label?: string
  children: () => React.ReactNode
}) {
  // The drawer is rendered on the first press: a long list has hundreds of these buttons.
  const [open, setOpen] = useState<boolean | null>(null)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {label}
        <span className="for-readers"> {of}</span>
      </Button>
      {open !== null && (
        <ExplainDrawer title={title} open={open} onClose={() => setOpen(false)}>
          {children()}
        </ExplainDrawer>
      )}
    </>
  )
}

/** A stored trace by itself, after a sentence. */
export function ExplainedTrace({ trace, label, words }: { trace: Trace; label: string; words?: React.ReactNode }) {
  return (
    <div className="explain">
      <section>
        {words && <p>{words}</p>}
        <TraceSteps trace={trace} label={label} />
      </section>
    </div>
  )
}
