import { Button } from 'antd'
import { useEffect, useState } from 'react'
import type { RunningBanner } from '../../../resources/shipment-tracking/commands/banners.ts'
import { api } from '../api.ts'
import { Icon } from '../menu/icons.tsx'
import './banners.css'

/** The banners of a page, one at a time: a picture, or a low line with its title. The next one comes on request. */
export default function Banners({
  placement,
  isSlim = false,
}: {
  placement: 'LOGIN' | 'HOME' | 'TRACKING' | 'DEALER'
  /** A low strip that can be closed until another banner runs. */
  isSlim?: boolean
}) {
  const [all, setAll] = useState<readonly RunningBanner[]>([])
  const [closed, setClosed] = useState(closedBanners)
  const [at, setAt] = useState(0)
  useEffect(() => {
    // The page works without its banners. The sign-in page, which shows them, loads no client of questions.
    void api.get<readonly RunningBanner[]>('/banners', { params: { placement } }).then(
      ({ data }) => setAll(data),
      () => undefined,
    )
  }, [placement])
  const shown = all[at]
  if (!shown || (isSlim && all.every(({ id }) => closed.includes(id)))) return null
  const close = () => {
    const ids = all.map(({ id }) => id)
    setClosed(ids)
    rememberClosed(ids)
  }
  const picture = (
    <>
      <img src={`/api/banners/${shown.id}/picture`} alt={isSlim ? '' : shown.title} width={1200} height={300} />
      {isSlim && <span>{shown.title}</span>}
    </>
  )
  return (
    <section className={isSlim ? 'banners is-slim' : 'banners'} aria-label="News">
      {shown.linkUrl ? (
        <a className="banner-shown" href={shown.linkUrl} target="_blank" rel="noreferrer">
          {picture}
        </a>
      ) : (
        <div className="banner-shown">{picture}</div>
      )}
      {all.length > 1 && (
        <Button
          type={isSlim ? 'text' : 'default'}
          size="small"
          className="banner-next"
          aria-label="Next banner"
          onClick={() => setAt((at + 1) % all.length)}
        >
          {at + 1} of {all.length}
          <Icon name="right" size={12} />
        </Button>
      )}
      {isSlim && (
        <button type="button" className="banner-close" aria-label="Close the banner" onClick={close}>
          <Icon name="close" />
        </button>
      )}
    </section>
  )
}

const CLOSED = 'bilty.banners.closed'

/** The ids of the banners that were closed on this device. */
function closedBanners(): readonly number[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(CLOSED) ?? '[]')
    return Array.isArray(ids) ? ids : []
  } catch {
    return [] // no storage, or something else under this key
  }
}

function rememberClosed(ids: readonly number[]) {
  try {
    localStorage.setItem(CLOSED, JSON.stringify(ids))
  } catch {
    // private windows may refuse; then they come back
  }
}
