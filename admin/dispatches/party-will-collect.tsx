import { useQuery } from '@tanstack/react-query'
import { Radio } from 'antd'
import Search from 'antd/es/input/Search'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { usePerson } from '../account/person.ts'
import { isRefusal, type Refusal } from '../shell/api.ts'
import { Empty } from '../shell/empty.tsx'
import { Failure } from '../shell/failure.tsx'
import { showFailure, showSuccess } from '../shell/notices/notices.ts'
import { PageFrame } from '../shell/page-frame.tsx'
import { Waiting } from '../shell/waiting.tsx'
import { CollectionCard, type Opened } from './collections/collection-card.tsx'
import { type CollectedRow, chooseMode, collectedRows, takeStep, type View } from './collections/collections-api.ts'
import '../derive/form/form.css'
import '../derive/list/list.css'
import './collections/collections.css'

const views: Record<View, { label: string; none: string }> = {
  open: { label: 'To be collected', none: 'No goods wait to be collected.' },
  sent: { label: 'To be sent', none: 'No invoice waits to be sent.' },
  done: { label: 'Collected', none: 'Nothing has been collected yet.' },
}

/** Goods that the buyer fetches: who comes for them, when they are ready, and the gate where they are handed over. */
export default function PartyWillCollect() {
  const { user } = usePerson()
  const [params] = useSearchParams()
  const [view, setView] = useState<View>(views[params.get('view') as View] ? (params.get('view') as View) : 'open')
  const [q, setQ] = useState(params.get('q') ?? '')
  const [opened, setOpened] = useState<{ id: number; what: Opened } | null>(null)
  const [busy, setBusy] = useState<number | null>(null)
  const { data, error, refetch } = useQuery<{ total: number; rows: CollectedRow[] }, Refusal>({
    queryKey: ['invoices', view, q, 'pwc-collections'],
    queryFn: () => collectedRows(view, q),
    // Another list begins empty, so that nothing stands under a name that is not its own.
    placeholderData: (before, query) => (query?.queryKey[1] === view ? before : undefined),
    refetchInterval: 60_000,
  })

  function done() {
    setOpened(null)
    void refetch()
  }

  async function act(id: number, work: () => Promise<unknown>, says: string) {
    setBusy(id)
    try {
      await work()
      showSuccess(says)
    } catch (error) {
      if (!isRefusal(error)) throw error
      showFailure(error.message)
    } finally {
      setBusy(null)
      done()
    }
  }

  const collect = ({ invoice }: CollectedRow) =>
    act(
      invoice.id,
      () => chooseMode(invoice, 'PWC'),
      `The goods of invoice ${invoice.invoiceNo} are collected: name the collector under ${views.open.label}.`,
    )

  return (
    <PageFrame
      title="Party Will Collect"
      purpose={
        user.customerId === null
          ? 'Goods collected by buyers: the collector, when they are ready, and the gate code.'
          : 'Collect your goods yourself: choose the invoice, name the collector, and give the code at our gate.'
      }
    >
      <search className="list-toolbar pwc-bar">
        <Radio.Group
          aria-label="Which invoices"
          optionType="button"
          buttonStyle="solid"
          value={view}
          options={(Object.keys(views) as View[]).map(value => ({ value, label: views[value].label }))}
          onChange={event => {
            setView(event.target.value)
            setOpened(null)
          }}
        />
        <Search
          className="plain-search"
          aria-label="Search by invoice or gate pass"
          placeholder="Invoice or gate pass"
          allowClear
          defaultValue={q}
          onSearch={words => setQ(words.trim())}
        />
      </search>
      {error ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Waiting />
      ) : data.rows.length === 0 ? (
        <Empty kind={q ? 'filtered' : 'done'} text={q ? `No invoice or gate pass matches “${q}”.` : views[view].none} />
      ) : (
        <>
          <ul className="pwc-cards" aria-label={views[view].label}>
            {data.rows.map(row => (
              <CollectionCard
                key={row.invoice.id}
                row={row}
                opened={opened !== null && opened.id === row.invoice.id ? opened.what : null}
                busy={busy === row.invoice.id}
                onOpen={what => setOpened({ id: row.invoice.id, what })}
                onCollect={() => void collect(row)}
                onSendCode={() =>
                  void act(
                    row.invoice.id,
                    () => takeStep(row.collection!, 'sendCode'),
                    'A new code is being sent; the previous one is no longer valid.',
                  )
                }
                onDone={done}
              />
            ))}
          </ul>
          {data.total > data.rows.length && (
            <p className="quiet">
              The latest {data.rows.length} of {data.total}: search for others.
            </p>
          )}
        </>
      )}
    </PageFrame>
  )
}
