import type { ReactNode } from 'react'

/** One part of the page of an LR, with its heading and, beside that, its buttons. */
export function LrPanel(panel: { id: string; title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className="panel lr-part" aria-labelledby={`lr-${panel.id}`}>
      <div className="lr-part-head">
        <h2 id={`lr-${panel.id}`}>{panel.title}</h2>
        {panel.actions && <div className="page-actions">{panel.actions}</div>}
      </div>
      {panel.children}
    </section>
  )
}
