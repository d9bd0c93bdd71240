import { useList } from '@refinedev/core'
import type { countWaiting } from '../../../resources/orders/approvals/commands.ts'
import type { ApprovalStep } from '../../../resources/trade.ts'
import { at, useAsk } from '../../derive/command/ask.ts'
import type { Page } from '../../shell/page-list.ts'
import { Mark } from './mark.tsx'

type Counted = NonNullable<Page['count']>

/** The number of rows in a queue, refreshed each minute. Nothing while it is unknown or 0. */
export const Count = ({ count, words }: { count: Counted; words?: string }) =>
  'queue' in count ? <QueueCount step={count.queue} words={words} /> : <ListCount {...count} words={words} />

type Words = { words: string | undefined }

function ListCount({ resource, query: params, words }: Extract<Counted, { resource: string }> & Words) {
  const { result, query } = useList({
    resource,
    pagination: { pageSize: 1 },
    meta: { query: params },
    errorNotification: false,
    queryOptions: { refetchInterval: 60_000 },
  })
  return query.isSuccess ? <Mark total={result.total ?? 0} words={words} /> : null
}

/** All seven approval queues share one request. */
function QueueCount({ step, words }: { step: ApprovalStep } & Words) {
  const { data } = useAsk(at<typeof countWaiting>('GET approval-counts'), {}, { refetchInterval: 60_000 })
  const counted = data?.find(row => row.step === step)
  return counted ? <Mark total={counted.total} overdue={counted.overdue} words={words} /> : null
}
