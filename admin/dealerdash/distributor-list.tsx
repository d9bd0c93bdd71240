import { Link } from 'react-router'
import type { DistributorDashboard } from '../../resources/dealerdash/commands.ts'
import { MOST_DISTRIBUTORS } from '../../resources/dealerdash/dashboard.ts'
import { percentText, rupees } from '../../resources/define/show.ts'
import { PlainGrid } from '../derive/grid/plain-grid.tsx'
import { useAddress } from '../shell/use-address.ts'

/** The distributors of the figures, each leading to its own. */
export function DistributorList({ figures: { distributors } }: { figures: DistributorDashboard }) {
  const [query] = useAddress()
  const alone = (id: number) => {
    const address = new URLSearchParams(query)
    address.set('customerId', String(id))
    return `?${address}`
  }
  return (
    <section className="panel" aria-labelledby="distributor-list">
      <h2 id="distributor-list">Distributors</h2>
      <p className="quiet">
        {distributors.length === 0
          ? 'None of your distributors has a target or sales this year.'
          : distributors.length < MOST_DISTRIBUTORS
            ? 'Target and sales of the whole year, by sales.'
            : `The ${MOST_DISTRIBUTORS} with the most sales in the year. Choose a distributor above to see another.`}
      </p>
      {distributors.length > 0 && (
        <PlainGrid
          label="Distributors by sales"
          rows={distributors}
          columns={[
            { head: 'Distributor', value: row => <Link to={alone(row.id)}>{row.name}</Link> },
            { head: 'Target', value: row => rupees(row.target), right: true },
            { head: 'Achieved', value: row => rupees(row.achieved), right: true },
            { head: 'Achievement', value: row => (row.pct === null ? 'No target' : percentText(row.pct)), right: true },
          ]}
        />
      )}
    </section>
  )
}
