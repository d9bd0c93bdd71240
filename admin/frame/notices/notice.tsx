import { type ReactNode, useEffect, useState } from 'react'
import { Icon } from '../../shell/menu/icons.tsx'

export type NoticeKind = 'good' | 'warning' | 'bad'

/** Milliseconds after which a success closes. */
const CLOSES_AFTER = 4_500

/** One notice: a success closes by itself, unless the pointer or the focus is on it; the others stay until closed. */
export function Notice(notice: {
  id: string
  kind: NoticeKind
  message: string
  description?: ReactNode
  actions?: ReactNode
  onClose: (id: string) => void
}) {
  const { id, kind, onClose } = notice
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (kind !== 'good' || held) return
    const timer = setTimeout(onClose, CLOSES_AFTER, id)
    return () => clearTimeout(timer)
  }, [id, kind, held, onClose])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer only keeps it open
    <div
      className={`notice is-${kind}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={kind === 'good' ? 'check' : 'alert'} size={16} />
      <div className="notice-words" role={kind === 'good' ? 'status' : 'alert'}>
        <strong>{notice.message}</strong>
        {notice.description && <p>{notice.description}</p>}
        {notice.actions}
      </div>
      <button type="button" className="notice-close" aria-label="Close notice" onClick={() => onClose(id)}>
        <Icon name="close" size={16} />
      </button>
    </div>
  )
}
