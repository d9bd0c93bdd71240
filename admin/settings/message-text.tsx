import { useQuery } from '@tanstack/react-query'
import { Modal } from 'antd'
import { can } from '../../resources/capabilities.ts'
import { fillPlaceholders } from '../../resources/platform/message-text.ts'
import { usePerson } from '../account/person.ts'
import { api, type Refusal } from '../shell/api.ts'
import { FactList } from '../shell/fact-list.tsx'
import type { Message } from './messages.tsx'
import './messages.css'

/**
 * One mail as written. In a demonstration, where no mail leaves the portal, the IT administrator sees its links too.
 */
export function MessageText({ message, onClose }: { message: Message; onClose: () => void }) {
  const { demo, user } = usePerson()
  const { data } = useQuery<{ body: string }, Refusal>({
    queryKey: ['demo-mail', message.id],
    enabled: demo && can(user, 'readDemoMail') && message.status === 'QUEUED',
    retry: false,
    queryFn: async () => (await api.get<{ body: string }>('/demo-mail', { params: { id: message.id } })).data,
  })
  return (
    <Modal open width={720} title={message.subject ?? message.templateCode} footer={null} onCancel={onClose}>
      <FactList
        className="facts"
        facts={[
          ['To', message.toAddress],
          ['Copy to', message.cc],
          ['Number', message.messageNo],
        ]}
      />
      <pre className="message-body">
        {data?.body ?? fillPlaceholders(message.body, { portal: window.location.origin })}
      </pre>
      {data && (
        <p className="quiet">
          Mail is not connected in this demonstration, so links and codes are shown here. Elsewhere only the receiver
          reads them.
        </p>
      )}
    </Modal>
  )
}
