import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { momentText } from '../derive/value-text.ts'

/** Who printed the page, and when: on paper only. */
export function PrintMark({ name }: { name: string }) {
  const [at, setAt] = useState(() => new Date())
  useEffect(() => {
    const stamp = () => flushSync(() => setAt(new Date()))
    addEventListener('beforeprint', stamp)
    return () => removeEventListener('beforeprint', stamp)
  }, [])
  return (
    <p className="print-mark" aria-hidden="true">
      Bilty · printed by {name} on {momentText(at.toISOString())}
    </p>
  )
}
