import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { dayOf } from '../../../resources/define/dates.ts'
import { dayText } from '../../../resources/define/show.ts'
import type { sharePassport } from '../../../resources/dispatches/commands/tracking.ts'
import { type PassportLink, passportLink } from '../../../resources/dispatches/passport-link.ts'
import { useMay } from '../../account/person.ts'
import { useActions } from '../../derive/action/use-actions.tsx'
import { ask, at } from '../../derive/command/ask.ts'
import type { ApiRow } from '../../derive/value-text.ts'
import { isRefusal, type Refusal } from '../../shell/api.ts'
import { showSuccess } from '../../shell/notices/notices.ts'
import { rowsOf } from '../../shell/rows.ts'
import { LrPanel } from './lr-panel.tsx'

const makeLink = at<typeof sharePassport>('POST passport-links')
type LinkRow = PassportLink & ApiRow

/** Makes links that show strangers where the consignment is, and revokes them. */
export function SharePassport({ lrId, lrNo }: { lrId: number; lrNo: string }) {
  const may = useMay()
  const [made, setMade] = useState('')
  const [wrong, setWrong] = useState('')
  const [busy, setBusy] = useState(false)
  const { data: links, refetch } = useQuery<LinkRow[], Refusal>({
    queryKey: ['passport-links', lrId],
    queryFn: () => rowsOf(passportLink).all<LinkRow>({ where: { lrId, status: 'OPEN' } }),
  })
  const afterRevoke = () => {
    setMade('')
    void refetch()
  }
  const open = links?.filter(({ expiresAt }) => expiresAt > new Date().toISOString()) ?? []

  async function share() {
    setBusy(true)
    setWrong('')
    try {
      const { path } = await ask(makeLink, { lrId })
      setMade(window.location.origin + path)
      await refetch()
    } catch (error) {
      setWrong(isRefusal(error) ? error.message : 'Something went wrong.')
    } finally {
      setBusy(false)
    }
  }
  async function copy() {
    await navigator.clipboard.writeText(made)
    showSuccess('The link is copied.')
  }

  return (
    <LrPanel
      id="share"
      title="Share"
      actions={
        may('create', passportLink.path) && (
          <Button loading={busy} onClick={() => void share()}>
            Make a link
          </Button>
        )
      }
    >
      <p className="quiet">
        Anyone with the link sees where LR {lrNo} is, for 30 days: no prices, no names, no address except the city.
      </p>
      <div role="alert">{wrong && <p className="field-error">{wrong}</p>}</div>
      <div role="status">
        {made && (
          <div className="notice-box is-good">
            <p>Copy the link now: it is not shown again.</p>
            <p className="passport-link">
              <code>{made}</code>
            </p>
            <Button onClick={() => void copy()}>Copy link</Button>
          </div>
        )}
      </div>
      {open.length > 0 && (
        <>
          <h3>Open links</h3>
          <ul>
            {open.map(link => (
              <OpenLink key={link.id} link={link} onRevoked={afterRevoke} />
            ))}
          </ul>
        </>
      )}
    </LrPanel>
  )
}

function OpenLink({ link, onRevoked }: { link: LinkRow; onRevoked: () => void }) {
  const { actions, dialog } = useActions(passportLink, [link], onRevoked)
  const madeOn = dayText(dayOf(String(link.createdAt)))
  return (
    <li className="passport-shared">
      <span>
        Made on {madeOn}, ends on {dayText(dayOf(link.expiresAt))}
      </span>
      {actions.map(({ name, action, take }) => (
        <Button key={name} onClick={take}>
          {action.label}
          <span className="for-readers"> the link made on {madeOn}</span>
        </Button>
      ))}
      {dialog}
    </li>
  )
}
