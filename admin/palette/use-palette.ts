import { useEffect, useState } from 'react'

/** What the palette shows before anything is typed: what was opened last, or every screen; or the keys of the page. */
export type PaletteStart = 'recent' | 'screens' | 'keys'

/** Whether the palette is open, and with what; Ctrl K opens it on any screen. */
export function usePalette() {
  const [start, setStart] = useState<PaletteStart>()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      setStart('recent')
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return { start, open: setStart, close: () => setStart(undefined) }
}
