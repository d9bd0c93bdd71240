import { type ComponentType, lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { rupees } from '../../resources/define/show.ts'
import type { WorkItem } from '../../resources/home/commands.ts'
import { keyOfAct } from '../shell/act-keys.ts'
import { ButtonLink } from '../shell/button-link.tsx'
import { addressOf, listOfItem, opensOf } from './work-address.ts'

const OrderPane = lazy(() => import('../orders/approvals/order-pane.tsx'))
const RecordPane = lazy(() => import('./record-pane.tsx'))
/** Records whose steps ask more than an action does, by the path of their resource. */
const panes: Readonly<Record<string, ComponentType<{ id: number }>>> = {
  complaints: lazy(() => import('../complaints/complaint-pane.tsx')),
  'complaints/ar-dispute': lazy(() => import('../complaints/dispute-pane.tsx')),
  'transaction-view/payment-captures': lazy(() => import('../payments/payment/capture-pane.tsx')),
}

/** What one needs to do a piece of work, and the acts that do it. */
export default function WorkPane({ item, hasHead = true }: { item: WorkItem; hasHead?: boolean }) {
  const { kind, id, who, key, why, amount } = item
  const list = listOfItem(item)
  const Pane = list && panes[list.path]
  return (
    <>
      {hasHead && (
        <header className="work-pane-head">
          <h2>{who}</h2>
          {key && <span className="quiet">{key}</span>}
          {amount !== null && <strong>{rupees(amount)}</strong>}
        </header>
      )}
      {why && <p className="work-verdict">{why}</p>}
      <Suspense fallback={<p role="status">Loading...</p>}>
        {kind.startsWith('queue-') ? (
          <OrderPane id={id} />
        ) : Pane ? (
          <Pane id={id} />
        ) : list && id > 0 ? (
          <RecordPane list={list} id={id} isWithSecond={item.isWithSecond} />
        ) : null}
      </Suspense>
      <p className="work-links">
        {item.opens || id === 0 ? (
          <ButtonLink type="primary" to={addressOf(item)} {...keyOfAct('O')}>
            {opensOf(item)}
          </ButtonLink>
        ) : (
          <Link to={addressOf(item)} {...keyOfAct('O')}>
            {kind.startsWith('queue-') ? 'Open the whole order' : 'Open the page'}
          </Link>
        )}
      </p>
    </>
  )
}
