import { lazy, Suspense, useState } from 'react'
import { Icon } from '../shell/menu/icons.tsx'
import { Opening } from '../shell/use-quick-exit.ts'

const Appearance = lazy(() => import('./appearance.tsx'))

/** Opens the choice of colours and text size. */
export function LookButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="bell" aria-haspopup="dialog" title="Appearance" onClick={() => setOpen(true)}>
        <Icon name="look" size={18} />
        <span className="for-readers">Appearance</span>
      </button>
      {open && (
        <Suspense fallback={<Opening onClose={() => setOpen(false)} />}>
          <Appearance onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
