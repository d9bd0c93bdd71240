import { useEffect } from 'react'

/** What a button is given so that its letter takes it, where the page listens for letters. */
export const keyOfAct = (key: string | undefined) => (key === undefined ? {} : { 'aria-keyshortcuts': key })

/** While it is on, a letter takes the first act on the page that names it, except where somebody types or a dialog is open. */
export function useActKeys(on: boolean) {
  useEffect(() => {
    if (!on) return
    const take = (event: KeyboardEvent) => {
      const { target, key } = event
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || key.length > 1) return
      if (
        (target as HTMLElement).closest?.(
          'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=menu]',
        )
      )
        return
      if (document.querySelector('.ant-modal-wrap:not([style*="display: none"])')) return
      const act = document.querySelector<HTMLElement>(`[aria-keyshortcuts="${CSS.escape(key.toUpperCase())}"]`)
      if (!act) return
      event.preventDefault()
      act.click()
    }
    document.addEventListener('keydown', take)
    return () => document.removeEventListener('keydown', take)
  }, [on])
}
