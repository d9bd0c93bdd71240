import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { showMyAbsence } from '../../resources/access-control/commands/absence.ts'
import { can } from '../../resources/capabilities.ts'
import { dayOf } from '../../resources/define/dates.ts'
import { usePerson } from '../account/person.ts'
import { at, useAsk } from '../derive/command/ask.ts'
import { dayInWords } from '../derive/record/when.ts'
import { useAddress } from '../shell/use-address.ts'
import { Opening } from '../shell/use-quick-exit.ts'

const AwayDialog = lazy(() => import('./away-dialog.tsx'))

/** Who decides while the person is away, and the way to name somebody; for those who decide. */
export function Away() {
  const { user } = usePerson()
  const [query, setQuery] = useAddress()
  const [pressed, setOpen] = useState(false)
  const may = can(user, 'nameDelegate') && user.employeeId !== null
  const { data } = useAsk(
    at<typeof showMyAbsence>('GET my-absence'),
    {},
    { enabled: may, shows: ['access-control/employee'] },
  )
  if (!may || !data) return null
  const { delegateName, delegateFrom, delegateTo } = data
  const today = dayOf(new Date().toISOString())
  // Ctrl K leads here by this parameter.
  const open = pressed || query.has('away')
  function close() {
    setOpen(false)
    setQuery(
      now => {
        now.delete('away')
        return now
      },
      { replace: true },
    )
  }
  const isComing = delegateName !== null && delegateTo !== null && delegateTo >= today
  return (
    <>
      <Button type="link" className="away" onClick={() => setOpen(true)}>
        {isComing
          ? `${delegateName} decides for you ${delegateFrom! > today ? `from ${dayInWords(delegateFrom!, today)} ` : ''}until ${dayInWords(delegateTo, today)}`
          : 'I am away: name a delegate'}
      </Button>
      {open && (
        <Suspense fallback={<Opening onClose={close} />}>
          <AwayDialog absence={data} today={today} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
