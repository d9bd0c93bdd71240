import type { DistributorDashboard } from '../../resources/dealerdash/commands.ts'
import { monthText, percentText, rupees } from '../../resources/define/show.ts'
import { PlainGrid } from '../derive/grid/plain-grid.tsx'

/** The months that earned an incentive, by SBU. */
export function IncentivePanel({ figures }: { figures: DistributorDashboard }) {
  const { incentives, incentive, sbus, distributor, distributors } = figures
  const sbuOf = new Map(sbus.map(({ id, name }) => [id, name]))
  const nameOf = new Map(distributors.map(({ id, name }) => [id, name]))
  const rows = incentives.map((row, id) => ({ ...row, id }))
  return (
    <section className="panel" aria-labelledby="distributor-incentive">
      <h2 id="distributor-incentive">Incentive</h2>
      <p className="quiet">
        {rows.length === 0
          ? 'No incentive earned yet: it is paid for months that reach their target.'
          : `${rupees(incentive)} in total. For information only: payment is settled with your sales team.`}
      </p>
      {rows.length > 0 && (
        <PlainGrid
          label="Incentive by month and SBU"
          rows={rows}
          columns={[
            { head: 'Month', value: row => monthText(row.month) },
            ...(distributor
              ? []
              : [{ head: 'Distributor', value: (row: (typeof rows)[number]) => nameOf.get(row.customerId) ?? '' }]),
            { head: 'SBU', value: row => sbuOf.get(row.sbuId) ?? '' },
            { head: 'Target', value: row => rupees(row.target), right: true },
            { head: 'Achieved', value: row => rupees(row.achieved), right: true },
            { head: 'Incentive %', value: row => percentText(row.incentivePct), right: true },
            { head: 'Incentive', value: row => rupees(row.amount), right: true },
          ]}
        />
      )}
    </section>
  )
}
