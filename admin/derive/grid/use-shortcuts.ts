import { useEffect, useRef } from 'react'

type Commands = Readonly<Record<string, (() => void) | undefined>>

/** The single keys that something on the page listens to now. */
export const listening = new Set<{ readonly current: Commands }>()

/**
 * Single-key shortcuts of a page, inactive while somebody types or a dialog is open, or when the person has switched
 * them off.
 */
export function useShortcuts(on: boolean, commands: Commands) {
  const latest = useRef(commands)
  latest.current = commands
  useEffect(() => {
    if (!on) return
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      const typing = target.closest?.(
        'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=menu]',
      )
      const command = Object.hasOwn(latest.current, event.key) ? latest.current[event.key] : undefined
      const open = document.querySelector('.ant-modal-wrap:not([style*="display: none"]), .ant-drawer-open')
      if (!command || typing || open || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      command()
    }
    document.addEventListener('keydown', onKey)
    listening.add(latest)
    return () => {
      listening.delete(latest)
      document.removeEventListener('keydown', onKey)
    }
  }, [on])
}
