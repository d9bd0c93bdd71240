import { Button } from 'antd'
import type { InvitationOfRow } from '../../resources/access-control/commands/logins.ts'
import { Dialog } from '../derive/action/dialog.tsx'
import { showSuccess } from '../shell/notices/notices.ts'

/** The links just created. They are shown once, since the server stores only their hashes. */
export function Invitations({ made, onClose }: { made: readonly InvitationOfRow[]; onClose: () => void }) {
  const linkOf = ({ path }: InvitationOfRow) => `${window.location.origin}${path}`
  const withLink = made.filter(({ path }) => path !== null)
  const copy = async (text: string, what: string) => {
    await navigator.clipboard.writeText(text)
    showSuccess(what)
  }
  return (
    <Dialog
      open
      width={520}
      title={withLink.length === 1 ? 'Share this link' : `Share these ${withLink.length} links`}
      onCancel={onClose}
      footer={[
        withLink.length > 1 && (
          <Button
            key="all"
            onClick={() =>
              void copy(withLink.map(one => `${one.loginId}\t${linkOf(one)}`).join('\n'), 'All links are copied.')
            }
          >
            Copy all
          </Button>
        ),
        <Button key="close" type="primary" onClick={onClose}>
          Close
        </Button>,
      ]}
    >
      <p>
        Mail is not connected here, so send each link to its person yourself. It sets the password once, holds{' '}
        {withLink[0]?.hours} hours, and is not shown again.
      </p>
      <ul className="invitations">
        {withLink.map(one => (
          <li key={one.id}>
            <span>
              <strong>{one.name}</strong>, login ID <strong>{one.loginId}</strong>
            </span>
            <code>{linkOf(one)}</code>
            <Button onClick={() => void copy(linkOf(one), `The link of ${one.name} is copied.`)}>
              Copy<span className="for-readers"> the link of {one.name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
