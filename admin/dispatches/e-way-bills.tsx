import { useState } from 'react'
import { Link } from 'react-router'
import { dayOf, timeOf } from '../../resources/define/dates.ts'
import { dayText } from '../../resources/define/show.ts'
import type { EwayBill, showEwayBills } from '../../resources/dispatches/commands/booking-desk.ts'
import { ewayBill } from '../../resources/dispatches/eway/eway-bill.ts'
import { extensionWindow, hoursLeft } from '../../resources/dispatches/eway.ts'
import { ewayVehicleNote } from '../../resources/dispatches/eway-vehicle.ts'
import { statusLabels } from '../../resources/dispatches/lr-status.ts'
import { at, useAsk } from '../derive/command/ask.ts'
import { ChoiceRow } from '../derive/form/choice-row.tsx'
import { Failure } from '../shell/failure.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { pathOf } from '../shell/screens.ts'
import { Waiting } from '../shell/waiting.tsx'
import { PortalBoard } from './eway/portal-board.tsx'
import './dispatches.css'

const ewayBills = at<typeof showEwayBills>('GET e-way-bills')
const title = 'E-Way Bills'
const purpose = 'E-way bills of goods in transit, those that expire first on top.'
const REFRESH_MS = 60_000
const ALL = 0

/** Board of the e-way bills of a desk's plants, in groups by the hours they have left. */
export default function EwayBills() {
  const [plant, setPlant] = useState(ALL)
  const { data, error, refetch } = useAsk(
    ewayBills,
    { plantId: plant === ALL ? null : plant },
    { refetchInterval: REFRESH_MS },
  )
  if (error)
    return (
      <PageFrame title={title} purpose={purpose}>
        <Failure error={error} onRetry={() => void refetch()} />
      </PageFrame>
    )
  if (!data) return <Waiting />
  const now = new Date().toISOString()
  const groups = Map.groupBy(data.bills, bill => urgencyOf(bill, now))
  const plants = data.plants.map(({ id, code, name }) => ({ value: id, label: `${code} · ${name}` }))
  return (
    <PageFrame title={title} purpose={purpose}>
      {data.plants.length > 1 && (
        <div className="lr-plant">
          <ChoiceRow
            id="eway-plant"
            label="Plant"
            options={[{ value: ALL, label: 'All my plants' }, ...plants]}
            value={plant}
            onChange={setPlant}
          />
        </div>
      )}
      <PortalBoard calls={data.calls} awaited={data.awaited} />
      {data.bills.length === 0 && <p className="quiet">No goods with an e-way bill are in transit.</p>}
      {urgencies
        .filter(({ id }) => groups.has(id))
        .map(({ id, label }) => (
          <section key={id} className={`panel eway-group is-${id}`} aria-labelledby={`eway-${id}`}>
            <h2 id={`eway-${id}`}>
              {label} ({groups.get(id)!.length})
            </h2>
            <ul>
              {groups.get(id)!.map(bill => (
                <BillRow key={`${bill.lrId} ${bill.ewayBillNo}`} bill={bill} now={now} hours={data.extensionHours} />
              ))}
            </ul>
          </section>
        ))}
      {data.isCut && <p className="quiet">Not all are shown; those that expire first are listed.</p>}
    </PageFrame>
  )
}

function BillRow({ bill, now, hours }: { bill: EwayBill; now: string; hours: number }) {
  return (
    <li className="eway-row">
      <div>
        <strong>
          {bill.billId === null ? (
            bill.ewayBillNo
          ) : (
            <Link to={pathOf.show(ewayBill, bill.billId)}>{bill.ewayBillNo}</Link>
          )}
        </strong>
        <div className="quiet">
          LR <Link to={`/dispatches/lr/${bill.lrId}`}>{bill.lrNo}</Link>
          {bill.invoiceNo && ` · ${invoiceText(bill.invoiceNo)}`}
        </div>
        {bill.partBDue && (
          <div className="field-error">Part B names {bill.partBVehicleNo ?? 'no vehicle'}: update it</div>
        )}
        {bill.task !== 'NONE' && (
          <div className="quiet">
            The transporter is asked to {bill.taskText} by {momentOf(bill.taskDue!)}
          </div>
        )}
        {bill.status === 'PART_A' && <div className="field-error">It has no vehicle yet</div>}
        {bill.isStale && <div className="field-error">Its invoice {bill.ewayDocNo} is cancelled in SAP</div>}
      </div>
      <div>
        {bill.transporter}
        {bill.vehicleNo && ` · ${bill.vehicleNo}`}
        {bill.vehicleNo && <div className="quiet">{ewayVehicleNote(bill.vehicleNo)}</div>}
        <div className="quiet">
          to {bill.toCity}, expected {dayText(bill.expectedDeliveryDate)} · {statusLabels[bill.deliveryStatus]}
        </div>
      </div>
      <Ends validTo={bill.ewayValidTo} now={now} hours={hours} />
    </li>
  )
}

/** The invoices of the goods, or that they are being corrected. */
const invoiceText = (numbers: string) => (numbers.startsWith('Invoice ') ? numbers.toLowerCase() : `invoice ${numbers}`)

function Ends({ validTo, now, hours }: { validTo: string | null; now: string; hours: number }) {
  if (validTo === null) return <div className="quiet">Enter the distance on the LR to calculate its validity.</div>
  const window = extensionWindow(validTo, hours)
  const isOpen = window.from <= now && now <= window.to
  return (
    <div>
      {leftText(hoursLeft(validTo, now))}
      <div className="quiet">
        valid to {momentOf(validTo)}; {isOpen ? 'can be extended now, until' : 'can be extended from'}{' '}
        {momentOf(isOpen ? window.to : window.from)}
      </div>
    </div>
  )
}

const momentOf = (instant: string) => `${dayText(dayOf(instant))} ${timeOf(instant)}`

function leftText(left: number): string {
  if (left < 0) return `Ended ${-left === 1 ? 'an hour' : `${-left} hours`} ago`
  if (left < 48) return left === 1 ? '1 hour left' : `${left} hours left`
  return `${Math.floor(left / 24)} days left`
}

const urgencies = [
  { id: 'ended', label: 'Ended' },
  { id: 'today', label: 'Less than 24 hours left' },
  { id: 'soon', label: 'Less than 3 days left' },
  { id: 'later', label: 'Later' },
  { id: 'unknown', label: 'End not known' },
] as const

function urgencyOf({ ewayValidTo }: EwayBill, now: string): (typeof urgencies)[number]['id'] {
  if (ewayValidTo === null) return 'unknown'
  const left = hoursLeft(ewayValidTo, now)
  if (left < 0) return 'ended'
  return left < 24 ? 'today' : left < 72 ? 'soon' : 'later'
}
