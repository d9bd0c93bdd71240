import { useEffect, useRef, useState } from 'react'

const PAUSE_MS = 300

/**
 * Text of a search box held in the address, written after a pause in typing. The changed address renders a moment later;
 * text typed meanwhile is replaced only by words that this box did not write itself.
 */
export function useSearchText(
  value: string,
  write: (words: string) => void,
): [text: string, type: (text: string) => void] {
  const [text, setText] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Words written and not rendered yet, in order. */
  const written = useRef<string[]>([])
  const latest = useRef({ value, say: write })
  latest.current = { value, say: write }
  useEffect(() => {
    const at = written.current.indexOf(value)
    written.current = at < 0 ? [] : written.current.slice(at + 1)
    if (at >= 0) return
    clearTimeout(timer.current)
    setText(typed => (typed.trim() === value ? typed : value))
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  function type(typed: string) {
    setText(typed)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const words = typed.trim()
      if (words === (written.current.at(-1) ?? latest.current.value)) return
      written.current.push(words)
      latest.current.say(words)
    }, PAUSE_MS)
  }
  return [text, type]
}
