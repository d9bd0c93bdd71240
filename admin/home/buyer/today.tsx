import { Link } from 'react-router'
import { rupees, showNumber } from '../../../resources/define/show.ts'
import { useMay } from '../../account/person.ts'
import { plainDay, readOn } from '../../derive/record/when.ts'
import { keyOfAct, useActKeys } from '../../shell/act-keys.ts'
import { Asks } from './asks.tsx'
import { Certificates } from './certificates.tsx'
import { useLastInvoices } from './few.ts'
import { MyGoods, useGoods } from './goods.tsx'
import { OrderAgain } from './order-again.tsx'
import { Owed, useOwed } from './owed.tsx'
import './today.css'

/** The day of somebody who buys: what needs their yes, the next order, where their goods are, what they owe, certificates. */
export default function BuyerToday({ customerId }: { customerId: number }) {
  const may = useMay()
  const follows = may('read', 'shipment-tracking/search-shipments') && may('read', 'invoices')
  const pays = may('read', 'payment-carts')
  return (
    <>
      <Head follows={follows} pays={pays} />
      <Asks />
      <div className="today">
        {may('create', 'orders') && <OrderAgain customerId={customerId} />}
        {pays && <Owed customerId={customerId} />}
        {follows && <MyGoods />}
        {may('read', 'invoices') && may('read', 'coa/certificates') && <Certificates />}
      </div>
    </>
  )
}

/** The figures of the day, and the last invoice, which I opens. */
function Head({ follows, pays }: { follows: boolean; pays: boolean }) {
  const may = useMay()
  useActKeys(true)
  const goods = useGoods(follows)
  const owed = useOwed(pays)
  const last = useLastInvoices(may('read', 'invoices'))?.[0]
  const onTheWay = goods?.shipments.length ?? 0
  return (
    <p className="today-figures">
      {onTheWay > 0 && (
        <span>
          <a href="#home-goods">
            <strong>{showNumber(onTheWay)}</strong> on the way
          </a>
        </span>
      )}
      {owed && owed.total > 0 && (
        <span>
          <strong>{rupees(owed.total)}</strong> to pay
        </span>
      )}
      {owed && owed.overdue > 0 && <strong className="is-late">{rupees(owed.overdue)} overdue</strong>}
      {last && (
        <span className="today-last">
          <Link to={`/dispatches/invoice/${last.id}`} {...keyOfAct('I')}>
            Invoice {last.invoiceNo}, {plainDay(String(last.invoiceDate), readOn())}
            {typeof last.grossValue === 'number' && `, ${rupees(last.grossValue)}`}
          </Link>{' '}
          <kbd>I</kbd>
        </span>
      )}
    </p>
  )
}
