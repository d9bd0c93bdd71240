import { type ComponentProps, lazy, Suspense, useState } from 'react'
import type { PadLine } from './line-store.ts'

const RowMenu = lazy(() => import('./row-menu.tsx'))

/** The acts on one row, in a menu that shows with the row and is made when it is opened. */
export function RowActs({ line, no, ...menu }: { line: PadLine; no: number; isQuoted: boolean; onRemove: () => void }) {
  const [opened, setOpened] = useState(false)
  const closed = <MoreButton no={no} onClick={() => setOpened(true)} />
  if (!opened) return closed
  return (
    <Suspense fallback={closed}>
      <RowMenu line={line} {...menu} button={<MoreButton no={no} />} />
    </Suspense>
  )
}

/** The menu, once open, adds a class. */
const MoreButton = ({ no, className = '', ...button }: { no: number } & ComponentProps<'button'>) => (
  <button
    type="button"
    aria-haspopup="menu"
    aria-label={`More for row ${no}`}
    {...button}
    className={`row-more ${className}`}
  >
    ⋯
  </button>
)
