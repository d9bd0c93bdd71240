import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { HOME_LETTER } from '../../../resources/menu/nouns.ts'
import { gridSettingsQuery } from '../../shell/grid-settings.ts'
import type { OpenNoun } from '../../shell/menu/menu-tree.ts'
import { keysWindow } from '../../shell/show-keys.ts'

/** The milliseconds in which the letter follows the G. */
const SOON = 1_500

/**
 * G and then the letter of a noun lead there, and `?` shows the keys where the page has not taken it itself, unless the
 * person has switched single keys off.
 */
export function useGoKeys(nouns: readonly OpenNoun[]) {
  const navigate = useNavigate()
  const { data } = useQuery(gridSettingsQuery)
  const on = data?.shortcuts !== false
  const pressed = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (!on) return
    const onKey = (event: KeyboardEvent) => {
      const { key, target } = event
      if (event.ctrlKey || event.metaKey || event.altKey || key.length > 1 || isTaken(target as HTMLElement)) return
      const letter = key.toUpperCase()
      const isSecond = event.timeStamp - pressed.current < SOON
      pressed.current = letter === 'G' && !isSecond ? event.timeStamp : Number.NEGATIVE_INFINITY
      if (!isSecond) return
      // The letter alone is an act of the page.
      event.preventDefault()
      event.stopPropagation()
      const path = letter === HOME_LETTER ? '/' : nouns.find(noun => noun.letter === letter)?.path
      if (path) void navigate(path)
    }
    const onHelp = (event: KeyboardEvent) => {
      if (event.key === '?' && !event.defaultPrevented && !isTaken(event.target as HTMLElement)) keysWindow.open()
    }
    document.addEventListener('keydown', onKey, true)
    window.addEventListener('keydown', onHelp)
    return () => {
      document.removeEventListener('keydown', onKey, true)
      window.removeEventListener('keydown', onHelp)
    }
  }, [on, nouns, navigate])
}

const isTaken = (target: HTMLElement) =>
  target.closest?.(
    'input:not([type=checkbox]), textarea, select, [contenteditable], dialog, [role=dialog], [role=menu]',
  ) || document.querySelector('.ant-modal-wrap:not([style*="display: none"]), .ant-drawer-open, dialog[open]')
