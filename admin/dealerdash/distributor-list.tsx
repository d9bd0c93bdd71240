import { Link } from 'react-router'
import { type DealerDashboard, MOST_DEALERS } from '../../resources/dealerdash/dashboard.ts'
import { percentText, rupees } from '../../resources/define/show.ts'
import { PlainGrid } from '../derive/grid/plain-grid.tsx'
import { useAddress } from '../shell/use-address.ts'

/** The dealers of the figures, each leading to its own. */
export function DealerList({ figures: { dealers } }: { figures: DealerDashboard }) {
  const [query] = useAddress()
  const alone = (id: number) => {
    const address = new URLSearchParams(query)
    address.set('customerId', String(id))
    return `?${address}`
  }
  return (
    <section className="panel" aria-labelledby="dealer-list">
      <h2 id="dealer-list">Dealers</h2>
      <p className="quiet">
        {dealers.length === 0
          ? 'None of your dealers has a target or sales this year.'
          : dealers.length < MOST_DEALERS
            ? 'Target and sales of the whole year, by sales.'
            : `The ${MOST_DEALERS} with the most sales in the year. Choose a dealer above to see another.`}
      </p>
      {dealers.length > 0 && (
        <PlainGrid
          label="Dealers by sales"
          rows={dealers}
          columns={[
            { head: 'Dealer', value: row => <Link to={alone(row.id)}>{row.name}</Link> },
            { head: 'Target', value: row => rupees(row.target), right: true },
            { head: 'Achieved', value: row => rupees(row.achieved), right: true },
            { head: 'Achievement', value: row => (row.pct === null ? 'No target' : percentText(row.pct)), right: true },
          ]}
        />
      )}
    </section>
  )
}
