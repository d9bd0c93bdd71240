import { lazy, Suspense, useEffect, useState } from 'react'
import { Icon } from '../shell/menu/icons.tsx'
import { Opening } from '../shell/use-quick-exit.ts'
import './palette-button.css'

const Palette = lazy(() => import('./palette.tsx'))
const isMac = /Mac|iP(?:hone|ad)/.test(navigator.platform)

/** Opens the command palette, by a click or by Ctrl K on any screen. */
export function PaletteButton() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      setOpen(true)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <button
        type="button"
        className="palette-button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K"
        onClick={() => setOpen(true)}
      >
        <Icon name="search" size={16} />
        <span className="palette-button-words">Search or go to</span>
        <span className="palette-keys">{isMac ? '⌘ K' : 'Ctrl K'}</span>
      </button>
      {open && (
        <Suspense fallback={<Opening onClose={() => setOpen(false)} />}>
          <Palette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
