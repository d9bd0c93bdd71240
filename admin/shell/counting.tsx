import { useEffect } from 'react'

const AGAIN_MS = 10_000

/** Stands in place of figures while they are counted after an upgrade, and asks for them again meanwhile. */
export default function Counting({ done, onRetry }: { done: number; onRetry: () => void }) {
  useEffect(() => {
    const timer = setInterval(onRetry, AGAIN_MS)
    return () => clearInterval(timer)
  })
  return (
    <div className="notice-box" role="status">
      <p>Figures are being counted, {done} % done. They appear here once all are counted.</p>
    </div>
  )
}
