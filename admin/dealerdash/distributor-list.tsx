import { Link } from 'react-router'
import { type DealerDashboard, MOST_DEALERS } from '../../resources/dealerdash/dashboard.ts'
import { percentText, rupees } from '../../resources/define/show.ts'
import { PlainGrid } from '../derive/grid/plain-grid.tsx'
import { useAddress } from '../shell/use-address.ts'

/** The distributors of the figures, each leading to its own. */
export function DistributorList({ figures: { dealers } }: { figures: DealerDashboard }) {
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
        {dealers.length === 0
          ? 'None of your distributors has a target or sales this year.'
          : dealers.length < MOST_DEALERS
            ? 'Target and sales of the whole year, by sales.'
            : `The ${MOST_DEALERS} with the most sales in the year. Choose a distributor above to see another.`}
      </p>
      {dealers.length > 0 && (
        <PlainGrid
          label="Distributors by sales"
          rows={dealers}
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
