import { rupees } from '../../../resources/define/show.ts'
import type { PaymentMoney } from '../../../resources/payments/commands/results.ts'
import { type PlainColumn, PlainGrid } from '../../derive/grid/plain-grid.tsx'
import { RecordRows } from '../../derive/record/sections.tsx'
import { momentInWords, readOn } from '../../derive/record/when.ts'
import { momentText } from '../../derive/value-text.ts'

type Moved = PaymentMoney['events'][number] & { id: number }

/** What moved for a payment, by time: attempts, captures, where their rupees went, what SAP has, mails. */
export function MoneyTimeline({ events }: { events: PaymentMoney['events'] }) {
  const today = readOn()
  const columns: readonly PlainColumn<Moved>[] = [
    {
      head: 'When',
      value: ({ at }) => (
        <time dateTime={at} title={momentText(at)}>
          {momentInWords(at, today)}
        </time>
      ),
    },
    { head: 'What happened', value: ({ text }) => text },
    { head: 'Document', value: ({ document }) => document ?? '–' },
    { head: '₹', right: true, value: ({ amount }) => (amount === null ? '–' : rupees(amount).replace('₹ ', '')) },
  ]
  return (
    <RecordRows title="What moved">
      <PlainGrid label="What moved" rows={events.map((event, id) => ({ ...event, id }))} columns={columns} />
    </RecordRows>
  )
}
