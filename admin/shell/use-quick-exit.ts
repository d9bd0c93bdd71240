import { useCallback, useLayoutEffect, useRef } from 'react'

interface Panel {
  /** What had the focus when the panel opened. */
  opener: Element | null
  /** What of antd holds the panel, once it is drawn. */
  holder?: Element | undefined
  exit: () => Exit
}

interface Exit {
  /** The page behind can be used meanwhile, and keeps its own Escape. */
  beside?: boolean | undefined
  /** Not given where Escape does not close the panel. */
  onEscape?: ((event: KeyboardEvent) => void) | undefined
  /** Begins in the first of these, not in the panel as a whole. */
  begin?: string | undefined
  /** Who gets the focus where what opened the panel is gone. */
  instead?: (() => HTMLElement | null) | undefined
}

const panels: Panel[] = []
let lastOnPage: Element | null = null
let followed: Element | null = null

/**
 * Lets people be quicker than the motion of a drawer or dialog: the focus goes in at once, Escape closes the topmost one
 * wherever the focus is, and it returns at once to what opened it. Returns the reference for the panel.
 */
export function useQuickExit(isOpen: boolean, exit: Exit): (panel: HTMLElement | null) => void {
  const now = useRef(exit)
  now.current = exit
  const opened = useRef<Panel>(undefined)
  const drawn = useRef<HTMLElement>(null)
  // Once React's commit is over: a dialog is drawn before its opener is known, and a drawer before it is in the page.
  const enter = useCallback(
    () =>
      queueMicrotask(() => {
        if (opened.current && drawn.current) focusIn(opened.current, drawn.current)
      }),
    [],
  )
  useLayoutEffect(() => {
    if (!isOpen) return
    const panel: Panel = { opener: document.activeElement, exit: () => now.current }
    opened.current = panel
    panels.push(panel)
    enter()
    return () => {
      panels.splice(panels.indexOf(panel), 1)
      // React itself restores the focus until its commit is over.
      queueMicrotask(() => giveBack(panel))
    }
  }, [isOpen, enter])
  return useCallback(
    (shown: HTMLElement | null) => {
      drawn.current = shown
      if (shown) enter()
    },
    [enter],
  )
}

/** Stands for a drawer or dialog while its code loads: Escape gives it up. */
export function Opening({ onClose }: { onClose: () => void }) {
  useQuickExit(true, { onEscape: onClose })
  return null
}

function focusIn(panel: Panel, shown: HTMLElement) {
  panel.holder = shown.closest('.ant-drawer, .ant-modal-wrap') ?? shown
  if (!panels.includes(panel) || shown.contains(document.activeElement)) return
  const { begin } = panel.exit()
  const first = begin ? shown.querySelector<HTMLElement>(begin) : null
  // Where nothing is to be filled in, antd's own place: a drawer as a whole, the frame of a dialog.
  const fallback = shown.closest<HTMLElement>('.ant-drawer') ?? shown.querySelector<HTMLElement>('[tabindex]')
  ;(first ?? fallback)?.focus({ preventScroll: true })
}

function giveBack({ opener, holder, exit }: Panel) {
  const at = document.activeElement
  const isLost = !at || at === document.body || holder?.contains(at)
  // After a link of the panel the next page takes the focus.
  if (!holder || !isLost || (followed && holder.contains(followed))) return
  const places = [opener, exit().instead?.(), panels.at(-1)?.holder, lastOnPage, document.getElementById('content')]
  places.some(takesFocus)
}

function takesFocus(place: Element | null | undefined) {
  if (!(place instanceof HTMLElement) || place === document.body || !place.checkVisibility()) return false
  place.focus({ preventScroll: true })
  return document.activeElement === place
}

/** Gives Escape to the topmost panel where the focus is not in it yet or was lost; in it, antd listens itself. */
function takeEscape(event: KeyboardEvent) {
  followed = null
  const panel = panels.at(-1)
  if (event.key !== 'Escape' || !panel || document.querySelector('.ant-modal-confirm')) return
  const { onEscape, beside } = panel.exit()
  const at = event.target instanceof Element ? event.target : document.body
  const isBehind = at === document.body || document.getElementById('root')?.contains(at)
  const isLost = beside ? at === document.body || at === panel.opener : isBehind || isInLower(at)
  if (!onEscape || !isLost || panel.holder?.contains(at)) return
  event.stopPropagation()
  event.preventDefault()
  onEscape(event)
}

const isInLower = (at: Element) => panels.slice(0, -1).some(({ holder }) => holder?.contains(at))

document.addEventListener('keydown', takeEscape, true)
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element && document.getElementById('root')?.contains(target)) lastOnPage = target
})
document.addEventListener(
  'click',
  ({ target }) => {
    followed = target instanceof Element ? target.closest('a[href]') : null
  },
  true,
)
