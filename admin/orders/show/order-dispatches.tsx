import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { can } from '../../../resources/capabilities.ts'
import type { Invoice } from '../../../resources/dispatches/invoice.ts'
import type { LrLineRow } from '../../../resources/dispatches/lr-line.ts'
import { usePerson } from '../../account/person.ts'
import type { Refusal } from '../../shell/api.ts'
import { listOf } from '../../shell/list-of.ts'

interface Dispatches {
  lrs: ReadonlyMap<number, string | undefined>
  /** The invoices whose goods wait, and whether their buyer collects them. */
  waiting: readonly { invoiceNo: string; isCollected: boolean }[]
}

/**
 * The LRs with which goods of an order left, each with its document passport, and to its buyer the invoices that wait,
 * which they may collect; nothing until there is one.
 */
export function OrderDispatches({ orderId }: { orderId: number }) {
  const { user, may } = usePerson()
  const collects = user.customerId !== null && can(user, 'choosePartyWillCollect')
  const { data } = useQuery<Dispatches, Refusal>({
    queryKey: ['invoices', 'of an order', orderId, collects, 'lrs'],
    enabled: may('read', 'lr-lines') && may('read', 'invoices'),
    queryFn: () => dispatchesOf(orderId, collects),
  })
  if (!data || data.lrs.size + data.waiting.length === 0) return null
  return (
    <section className="panel" aria-labelledby="detail-dispatches">
      <h2 id="detail-dispatches">Dispatches</h2>
      <ul>
        {[...data.lrs].map(([lrId, lrNo]) => (
          <li key={lrId}>
            LR <Link to={`/dispatches/lr/${lrId}`}>{lrNo}</Link> ·{' '}
            <Link to={`/dispatches/passport/${lrId}`}>
              Open document passport<span className="for-readers"> of LR {lrNo}</span>
            </Link>
          </li>
        ))}
        {data.waiting.map(({ invoiceNo, isCollected }) => (
          <li key={invoiceNo}>
            Invoice {invoiceNo} {isCollected ? 'waits for you' : 'waits to be sent'} ·{' '}
            <Link to={`/dispatches/party-will-collect?view=${isCollected ? 'open' : 'sent'}&q=${invoiceNo}`}>
              {isCollected ? 'See who collects it' : 'Collect it yourself'}
              <span className="for-readers">: invoice {invoiceNo}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

async function dispatchesOf(orderId: number, collects: boolean): Promise<Dispatches> {
  const invoices = await listOf<Invoice>('invoices', { orderId })
  if (invoices.length === 0) return { lrs: new Map(), waiting: [] }
  const invoiceIds = invoices.map(({ id }) => id)
  const waits = { orderId, invoiceType: 'INVOICE', isCancelled: false, dispatchStatus: 'PENDING' }
  const [lines, fetched] = await Promise.all([
    listOf<LrLineRow>('lr-lines', { invoiceId: { $in: invoiceIds }, $sort: { id: 1 } }),
    collects ? listOf<Invoice>('invoices', { ...waits, isCollected: true }) : [],
  ])
  const pending = invoices.filter(row => Object.entries(waits).every(([name, is]) => row[name as keyof Invoice] === is))
  return {
    lrs: new Map(lines.map(line => [line.lrId, line.texts.lrId])),
    waiting: collects
      ? pending.map(({ id, invoiceNo }) => ({ invoiceNo, isCollected: fetched.some(row => row.id === id) }))
      : [],
  }
}
