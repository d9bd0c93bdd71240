import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { sum } from '../../resources/define/amounts.ts'
import { dayText, rupees } from '../../resources/define/show.ts'
import { ageBuckets } from '../../resources/masters/outstanding.ts'
import { useMay } from '../account/person.ts'
import { ButtonLink } from '../shell/button-link.tsx'
import { useTrends } from './use-trends.ts'

/** What the buyer owes, and how much of it is overdue; what was paid stands below. */
export function Outstanding({ customerId, children }: { customerId: number; children: ReactNode }) {
  const may = useMay()
  const outstanding = useTrends()?.outstanding
  const overdue = outstanding ? sum(ageBuckets.slice(1).map(bucket => Math.max(0, outstanding.buckets[bucket]))) : 0
  return (
    <section className="panel home-panel" aria-labelledby="home-owed">
      <div className="home-panel-head">
        <h2 id="home-owed">What I owe</h2>
        <Link to={`/masters/dashboard?customer=${customerId}`}>Details</Link>
      </div>
      {outstanding && (
        <div className="home-owed">
          <p>
            <span className="home-owed-sum">{rupees(outstanding.total)}</span>
            <span className="home-under quiet">
              {outstanding.asOn ? `outstanding as on ${dayText(outstanding.asOn)}` : 'Nothing is outstanding.'}
            </span>
          </p>
          {overdue > 0 && (
            <p className="home-overdue">
              {rupees(overdue)}
              <span className="home-under">overdue</span>
            </p>
          )}
          {may('approve', 'payment-carts') && outstanding.total > 0 && (
            <ButtonLink to="/transaction-view/payment-cart">Pay now</ButtonLink>
          )}
        </div>
      )}
      {children}
    </section>
  )
}
