import { lazy, type ReactNode, Suspense } from 'react'
import './empty.css'
import type { EmptyKind } from './empty-drawing.tsx'

const EmptyDrawing = lazy(() => import('./empty-drawing.tsx'))

/** Says what is not there with a small drawing, and offers the next step as its children. */
export function Empty({ kind = 'rows', text, children }: { kind?: EmptyKind; text: string; children?: ReactNode }) {
  return (
    <div className="empty" role="status">
      <span className="empty-drawing" aria-hidden="true">
        <Suspense fallback={null}>
          <EmptyDrawing kind={kind} />
        </Suspense>
      </span>
      <p>{text}</p>
      {children && <span className="notice-actions">{children}</span>}
    </div>
  )
}
