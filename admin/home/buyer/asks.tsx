import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { rupees } from '../../../resources/define/show.ts'
import type { showMyWork, WorkItem } from '../../../resources/home/commands.ts'
import type { listQueue } from '../../../resources/orders/approvals/commands.ts'
import type { QueueRow } from '../../../resources/orders/approvals/queue-row.ts'
import { orderLine } from '../../../resources/orders/order-line.ts'
import { usePerson } from '../../account/person.ts'
import { ask, at, useAsk } from '../../derive/command/ask.ts'
import { pageOf } from '../../http/asked.ts'
import { ButtonLink } from '../../shell/button-link.tsx'
import { rowsOf } from '../../shell/rows.ts'
import { addressOf, workPaths } from '../work-address.ts'
import { goodsText, type Row } from './few.ts'

const queue = at<typeof listQueue>('GET approval-queue')
const ACCEPTANCE = 'queue-ACCEPTANCE'
/** What stands among the goods. */
const COLLECTED = 'party-will-collect'

/** What needs the customer's yes or answer, each in one line. */
export function Asks() {
  const { data } = useAsk(at<typeof showMyWork>('GET my-work'), {}, { shows: workPaths, refetchInterval: 60_000 })
  const items = (data?.items ?? []).filter(({ kind }) => kind !== COLLECTED)
  const orders = items.filter(({ kind }) => kind === ACCEPTANCE).map(({ id }) => id)
  const waiting = useQuery({
    queryKey: ['home', 'acceptance', orders],
    enabled: orders.length > 0,
    queryFn: async () => ({
      rows: (await ask(queue, { step: 'ACCEPTANCE', ...pageOf(100) })).data as QueueRow[],
      lines: await rowsOf(orderLine).all<Row>({
        where: { orderId: { $in: orders }, lineStatus: 'OPEN' },
        sort: { lineNo: 1 },
      }),
    }),
  }).data
  if (items.length === 0) return null
  return (
    <ul className="today-asks" aria-label="Waits for you">
      {items.map(item => {
        const row = waiting?.rows.find(({ orderId }) => item.kind === ACCEPTANCE && orderId === item.id)
        return (
          <li key={`${item.kind}.${item.id}`}>
            {row && waiting ? (
              <Accept row={row} goods={goodsText(waiting.lines.filter(({ orderId }) => orderId === row.orderId))} />
            ) : (
              <Other item={item} />
            )}
          </li>
        )
      })}
    </ul>
  )
}

function Accept({ row: { orderNo, orderId, placedBy, grossValue }, goods }: { row: QueueRow; goods: string }) {
  const { user } = usePerson()
  const sum = grossValue ? `, ${rupees(grossValue)}` : ''
  return (
    <>
      <p>
        <strong>
          {placedBy === user.name
            ? `We changed your order of ${goods}${sum}.`
            : `${placedBy} ordered ${goods} for you${sum}.`}
        </strong>{' '}
        <span className="quiet">{orderNo} continues once you accept it.</span>
      </p>
      <ButtonLink to={`/orders/order-history/${orderId}`}>
        Read and accept<span className="for-readers"> {orderNo}</span>
      </ButtonLink>
    </>
  )
}

function Other({ item }: { item: WorkItem }) {
  const { who, why, key, amount } = item
  return (
    <>
      <p>
        <strong>{[why || who, amount && rupees(amount)].filter(Boolean).join(', ')}.</strong>{' '}
        <span className="quiet">{[why && who, key].filter(Boolean).join(' · ')}</span>
      </p>
      <Link to={addressOf(item)}>
        Open<span className="for-readers"> {key || who}</span>
      </Link>
    </>
  )
}
