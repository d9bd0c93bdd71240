import { Link } from 'react-router'
import { can } from '../../resources/capabilities.ts'
import type { CountedOrders, DistributorDashboard } from '../../resources/dealerdash/commands.ts'
import { dayText, monthText, percentText, rupees, showNumber, yearText } from '../../resources/define/show.ts'
import { useMay, usePerson } from '../account/person.ts'
import { useAddress } from '../shell/use-address.ts'
import { type Links, linksOf } from './links.ts'

interface Tile {
  label: string
  value: string
  hint: string
  to?: string | undefined
}

/** The figures of a distributor, each leading to the rows behind it where the person may open them. */
export function DistributorTiles({ figures }: { figures: DistributorDashboard }) {
  const may = useMay()
  const [query] = useAddress()
  const { user } = usePerson()
  const links = linksOf(figures, Number(query.get('sbuId')) || null, may, can(user, 'seeCustomer360'))
  return (
    <dl className="tracking-tiles distributor-tiles">
      {[...targetTiles(figures, links), ...businessTiles(figures, links)].map(({ label, value, hint, to }) => (
        <div key={label} className="panel tracking-tile">
          <dt>{label}</dt>
          <dd>
            <strong>{value.replace('₹ ', '₹\u00a0')}</strong>
            <span className="quiet">{hint}</span>
            {to && (
              <Link to={to}>
                Show<span className="for-readers"> the rows of {label}</span>
              </Link>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function targetTiles(
  { fy, ytd, month, ofMonth, runRate, wholeYear, incentive }: DistributorDashboard,
  links: Links,
): Tile[] {
  return [
    {
      label: 'YTD target',
      value: rupees(ytd.target),
      hint: `of ${rupees(wholeYear)} in ${yearText(fy)}`,
      to: links.targets,
    },
    { label: 'YTD achieved', value: rupees(ytd.achieved), hint: 'invoices less credit notes, before tax' },
    {
      label: 'Achievement',
      value: ytd.pct === null ? '–' : percentText(ytd.pct),
      hint: ytd.pct === null ? 'no target set' : 'of the YTD target',
    },
    { label: 'Month target', value: rupees(ofMonth.target), hint: monthText(month), to: links.targetsOfMonth },
    {
      label: 'Month achieved',
      value: rupees(ofMonth.achieved),
      hint:
        ofMonth.pct === null
          ? `${monthText(month)}, no target set`
          : `${percentText(ofMonth.pct)} of ${monthText(month)}`,
    },
    ...(runRate
      ? [
          {
            label: 'Needed a month',
            value: rupees(runRate.perMonth),
            hint: runRate.monthsLeft === 1 ? 'in the last month' : `in each of ${runRate.monthsLeft} months`,
          },
        ]
      : []),
    { label: 'Incentive', value: rupees(incentive), hint: 'so far, for information' },
  ]
}

function businessTiles(figures: DistributorDashboard, links: Links): Tile[] {
  const { openOrders, pendingApproval, outstanding, openComplaints } = figures
  return [
    ...(openOrders ? [{ label: 'Open orders', ...counted(openOrders), to: links.openOrders }] : []),
    ...(pendingApproval
      ? [{ label: 'Pending partner approval', ...counted(pendingApproval), to: links.pendingApproval }]
      : []),
    ...(outstanding
      ? [
          {
            label: 'Outstanding',
            value: rupees(outstanding.total),
            hint: [
              outstanding.asOn ? `as on ${dayText(outstanding.asOn)}` : 'no open items',
              outstanding.leftOut && `without ${outstanding.leftOut}`,
            ]
              .filter(Boolean)
              .join(', '),
            to: links.outstanding,
          },
          {
            label: 'Overdue',
            value: rupees(outstanding.overdue),
            hint: 'past due, without credits',
            to: links.overdue,
          },
        ]
      : []),
    ...(openComplaints === null
      ? []
      : [
          {
            label: 'Open complaints',
            value: showNumber(openComplaints),
            hint: 'not resolved yet',
            to: links.complaints,
          },
        ]),
  ]
}

const counted = ({ count, value }: CountedOrders) => ({
  value: showNumber(count),
  hint: value === null ? 'orders' : `${rupees(value)} incl. GST`,
})
