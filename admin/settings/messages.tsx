import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Input, Modal, Pagination, Select } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { can } from '../../resources/capabilities.ts'
import type { ListPage } from '../../resources/define/list-page.ts'
import { type MessageLog, messageLog } from '../../resources/platform/message-log.ts'
import { fillPlaceholders } from '../../resources/platform/message-text.ts'
import { usePerson } from '../account/person.ts'
import { type PlainColumn, PlainGrid } from '../derive/grid/plain-grid.tsx'
import { type ApiRow, momentText, optionText } from '../derive/value-text.ts'
import { api, type Refusal } from '../shell/api.ts'
import { FactList } from '../shell/fact-list.tsx'
import { Failure } from '../shell/failure.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { Waiting } from '../shell/waiting.tsx'
import './messages.css'

export type Message = ApiRow & MessageLog

const PAGE = 20

const columns: readonly PlainColumn<Message>[] = [
  { head: 'Subject', value: row => row.subject ?? `SMS: ${row.body.slice(0, 60)}…` },
  { head: 'To', value: row => row.toAddress },
  { head: 'Written', value: row => momentText(row.createdAt) },
  { head: 'Template', value: row => row.templateCode },
  { head: 'Status', value: statusOf },
  { head: 'Tries', value: row => row.attempts, right: true },
  { head: 'What went wrong', value: row => row.errorText },
]

function statusOf({ status, sentAt, deliveredAt }: Message): string {
  if (status !== 'SENT') return optionText(status)
  return deliveredAt ? `Delivered ${momentText(deliveredAt)}` : `Sent ${momentText(sentAt!)}`
}

/** The mails and SMS written by the portal, latest first, each readable. */
export default function Messages() {
  const [q, setQ] = useState('')
  const [params] = useSearchParams()
  const [status, setStatus] = useState(params.get('status') ?? '')
  const [page, setPage] = useState(1)
  const [open, setOpen] = useState<Message | null>(null)
  const { data, error, refetch } = useQuery<{ total: number; data: Message[] }, Refusal>({
    queryKey: ['messages', q, status, page],
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
    queryFn: async () => {
      const params = { q, ...(status && { status }), $sort: { id: -1 }, $limit: PAGE, $skip: (page - 1) * PAGE }
      return (await api.get<ListPage<Message>>(`/${messageLog.path}`, { params })).data
    },
  })
  if (error) return <Failure error={error} onRetry={() => void refetch()} />
  return (
    <PageFrame title={messageLog.title} purpose={messageLog.purpose}>
      <search className="list-toolbar">
        <Input.Search
          className="plain-search"
          aria-label="Search messages"
          placeholder="Address, subject or number"
          allowClear
          onSearch={words => {
            setQ(words.trim())
            setPage(1)
          }}
        />
        <Select
          aria-label="Status"
          value={status}
          popupMatchSelectWidth={false}
          options={[
            { value: '', label: 'Any status' },
            ...messageLog.fields.status.options!.map(value => ({ value, label: optionText(value) })),
          ]}
          onChange={value => {
            setStatus(value)
            setPage(1)
          }}
        />
      </search>
      {!data ? (
        <Waiting />
      ) : data.data.length === 0 ? (
        <div className="notice-box" role="status">
          <p>{q || status ? 'No messages match your search.' : 'No message has been written yet.'}</p>
        </div>
      ) : (
        <>
          <PlainGrid
            label="Messages"
            rows={data.data}
            columns={columns}
            actions={row => (
              <Button onClick={() => setOpen(row)}>
                Read<span className="for-readers"> {row.messageNo}</span>
              </Button>
            )}
          />
          <div className="list-foot">
            <span>{data.total === 1 ? '1 message' : `${data.total} messages`}</span>
            <Pagination current={page} pageSize={PAGE} total={data.total} showSizeChanger={false} onChange={setPage} />
          </div>
        </>
      )}
      {open && <MessageText message={open} onClose={() => setOpen(null)} />}
    </PageFrame>
  )
}

/**
 * One mail as written. In a demonstration, where no mail leaves the portal, the IT administrator sees its links too.
 */
function MessageText({ message, onClose }: { message: Message; onClose: () => void }) {
  const { demo, user } = usePerson()
  const { data } = useQuery<{ body: string }, Refusal>({
    queryKey: ['demo-mail', message.id],
    enabled: demo && can(user, 'readDemoMail') && (message.medium === 'SMS' || message.status === 'QUEUED'),
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
          {message.medium === 'SMS' ? 'SMS are' : 'Mail is'} not connected in this demonstration, so links and codes are
          shown here. Elsewhere only the receiver reads them.
        </p>
      )}
    </Modal>
  )
}
