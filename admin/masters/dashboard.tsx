import { useSearchParams } from 'react-router'
import { dayText, rupees } from '../../resources/define/show.ts'
import type { Customer360, showCustomer } from '../../resources/masters/commands.ts'
import { ageBuckets, bucketNames, leftOutSentence } from '../../resources/masters/outstanding.ts'
import { optionReaderOf } from '../../resources/option-words.ts'
import { orderStatusText } from '../../resources/orders/order-status.ts'
import { usePerson } from '../account/person.ts'
import { at, useAsk } from '../derive/command/ask.ts'
import { Failure } from '../shell/failure.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { Waiting } from '../shell/waiting.tsx'
import { CustomerBox } from './customer-box.tsx'
import { CustomerTabs } from './customer-tabs.tsx'
import '../derive/show/show.css'
import './dashboard.css'

/** Everything about one customer on one page; customers see themselves, employees search. */
export default function Dashboard() {
  const { user } = usePerson()
  const own = user.userType === 'CUSTOMER'
  const [query, setQuery] = useSearchParams()
  const id = own ? null : Number(query.get('customer')) || null
  const { data, error, refetch } = useAsk(
    at<typeof showCustomer>('GET customer-360'),
    { customerId: id },
    { enabled: own || id !== null },
  )
  return (
    <PageFrame
      {...(data && { title: data.customer.name })}
      purpose={
        data
          ? [data.customer.code, data.customer.gstin].filter(Boolean).join(' · ')
          : 'Credit, orders, invoices, contracts and licences of a customer.'
      }
    >
      {!own && <CustomerBox onChoose={chosen => setQuery({ customer: String(chosen) })} />}
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && (own || id !== null) && <Waiting />}
      {data && (
        <>
          <Figures customer={data} />
          <CustomerTabs key={data.customer.id} customerId={data.customer.id} shown={data.tabs} />
        </>
      )}
    </PageFrame>
  )
}

function Figures({ customer: { credit, outstanding, openOrders, licences, payment } }: { customer: Customer360 }) {
  const { user } = usePerson()
  return (
    <div className="figures">
      {credit && (
        <Figure title="Credit">
          <Row label="Limit">{rupees(credit.limit)}</Row>
          {credit.isBlocked && <Row label="Credit account">Blocked in SAP</Row>}
          <Row label="Used">{rupees(credit.used)}</Row>
          <Row label="Available">
            <strong className={credit.available < 0 ? 'field-error' : undefined}>{rupees(credit.available)}</strong>
          </Row>
        </Figure>
      )}
      <Figure title={outstanding.asOn ? `Outstanding as on ${dayText(outstanding.asOn)}` : 'Outstanding'}>
        {ageBuckets.map(bucket => (
          <Row key={bucket} label={bucketNames[bucket]}>
            {rupees(outstanding.buckets[bucket])}
          </Row>
        ))}
        <Row label="Total">
          <strong>{rupees(outstanding.total)}</strong>
        </Row>
        {outstanding.leftOut && <p className="quiet">{leftOutSentence('balance', outstanding.leftOut)}</p>}
      </Figure>
      {openOrders && (
        <Figure title="Open orders" note={openOrders.length === 0 && 'No open orders.'}>
          {openOrders.map(({ status, orders, value }) => (
            <Row key={status} label={`${orderStatusText({ status }, optionReaderOf(user.userType))} (${orders})`}>
              {rupees(value)}
            </Row>
          ))}
        </Figure>
      )}
      <Figure
        title="Licences and payment"
        note={licences.length === 0 && 'No licence has expired or expires within 60 days.'}
      >
        {licences.map(({ kind, licenceNo, at, validTo }) => (
          <Row key={`${kind} ${at}`} label={[kind, licenceNo, at].filter(Boolean).join(' · ')}>
            valid to {dayText(validTo)}
          </Row>
        ))}
        <Row label="Online payment">
          {payment ? `Yes, at most ${rupees(payment.maxTxnAmount)} at once` : 'Not available for this customer'}
        </Row>
      </Figure>
    </div>
  )
}

const Figure = ({ title, note, children }: { title: string; note?: string | false; children: React.ReactNode }) => (
  <section className="panel figure" aria-label={title}>
    <h2>{title}</h2>
    {note && <p className="quiet">{note}</p>}
    <dl>{children}</dl>
  </section>
)

const Row = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
