import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Icon } from '../../shell/menu/icons.tsx'
import { TODAY } from './list-state.ts'

const DayInput = lazy(() => import('../form/day-input.tsx'))

/** The day whose rows are shown. The calendar is loaded on demand, so that the list itself loads fast. */
export default function AsOn({
  offersCurrent,
  on,
  onChange,
}: {
  offersCurrent: boolean
  on: string | undefined
  onChange: (on: string | undefined) => void
}) {
  const [wanted, setWanted] = useState(false)
  if (on === TODAY || (!on && !wanted)) {
    const current = on === TODAY
    return (
      <>
        {offersCurrent && (
          <Button aria-pressed={current} onClick={() => onChange(current ? undefined : TODAY)}>
            {current && <Icon name="check" size={12} />} Current only
          </Button>
        )}
        {!current && (
          <Button className="list-day" onClick={() => setWanted(true)}>
            Show another day
          </Button>
        )}
      </>
    )
  }
  return (
    <span className="list-on">
      <label htmlFor="on">As on</label>
      <Suspense fallback={<span role="status">Loading...</span>}>
        <DayInput id="on" autoFocus={wanted && !on} value={on ?? null} onChange={day => onChange(day ?? undefined)} />
      </Suspense>
    </span>
  )
}
