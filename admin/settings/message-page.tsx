import { useOne } from '@refinedev/core'
import { can } from '../../resources/capabilities.ts'
import type { showDemoMail } from '../../resources/platform/commands/mail.ts'
import { type MessageLog, messageLog } from '../../resources/platform/message-log.ts'
import { fillPlaceholders } from '../../resources/platform/message-text.ts'
import { usePerson } from '../account/person.ts'
import { at, useAsk } from '../derive/command/ask.ts'
import { Acts } from '../derive/record/acts.tsx'
import { useShowActs } from '../derive/show/use-show-acts.tsx'
import { type ApiRow, momentText, optionText } from '../derive/value-text.ts'
import type { Refusal } from '../shell/api.ts'
import { FactList } from '../shell/fact-list.tsx'
import { Failure } from '../shell/failure.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { useTitle } from '../shell/title.ts'
import { Waiting } from '../shell/waiting.tsx'
import '../derive/record/record.css'
import '../derive/show/show.css'
import './messages.css'

type Message = ApiRow & MessageLog

/** One mail or SMS as written. In a demonstration, where none leaves the portal, the IT administrator sees its links too. */
export function MessagePage({ id }: { id: number }) {
  const { demo, user } = usePerson()
  const { result, query } = useOne<ApiRow, Refusal>({ resource: messageLog.path, id, errorNotification: false })
  const message = result as Message | undefined
  // An SMS has no subject.
  const title = message && (message.subject ?? `SMS · ${optionText(message.templateCode)}`)
  useTitle(title && `${title} · ${messageLog.title}`)
  const isKept = !!message && (message.medium === 'SMS' || message.status === 'QUEUED')
  const enabled = demo && can(user, 'readDemoMail') && isKept
  const { data: shown } = useAsk(at<typeof showDemoMail>('GET demo-mail'), { id }, { enabled, retry: false })
  if (query.isError && !message) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  if (!message || title === undefined) return <Waiting />
  const body = shown?.body ?? (message.body && fillPlaceholders(message.body, { portal: window.location.origin }))
  return (
    <PageFrame
      title={title}
      trail={[{ title: messageLog.title, path: '/settings/messages' }]}
      actions={<MessageActs message={message} />}
    >
      <section className="panel" aria-label="Delivery">
        <FactList
          className="facts"
          facts={[
            ['To', message.toAddress],
            ['Copy to', message.cc],
            ['Status', statusOf(message)],
            ['Error', message.errorText],
            ['Number', message.messageNo],
            ['Template', message.templateCode],
            ['Attempts', String(message.attempts)],
            ['Created', momentText(message.createdAt)],
          ]}
        />
      </section>
      {body && (
        <section className="panel" aria-label="Text">
          <pre className="message-body">{body}</pre>
          {shown && (
            <p className="quiet">
              {message.medium === 'SMS' ? 'SMS are' : 'Mail is'} not connected in this demonstration, so links and codes
              are shown here. Elsewhere only the receiver reads them.
            </p>
          )}
        </section>
      )}
    </PageFrame>
  )
}

function MessageActs({ message }: { message: Message }) {
  const { acts, dialogs } = useShowActs(messageLog, message)
  return (
    <>
      <Acts acts={acts} onPhone={false} />
      {dialogs}
    </>
  )
}

function statusOf({ status, sentAt, deliveredAt }: Message): string {
  if (status !== 'SENT') return optionText(status)
  return deliveredAt ? `Delivered ${momentText(deliveredAt)}` : `Sent ${momentText(sentAt!)}`
}
