import { lazy, Suspense, useState } from 'react'
import { Icon } from '../shell/menu/icons.tsx'

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
        <Suspense fallback={null}>
          <Appearance onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
