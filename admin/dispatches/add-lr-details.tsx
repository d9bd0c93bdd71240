import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { dayText } from '../../resources/define/show.ts'
import type { WaitingGroup } from '../../resources/dispatches/commands/booking-desk.ts'
import type { SavedLr } from '../../resources/dispatches/saved-lr.ts'
import { keyOf, useAsk } from '../derive/command/ask.ts'
import { ChoiceRow } from '../derive/form/choice-row.tsx'
import { ButtonLink } from '../shell/button-link.tsx'
import { Failure } from '../shell/failure.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { Waiting } from '../shell/waiting.tsx'
import { LatestLrs } from './latest-lrs.tsx'
import { waitingInvoices } from './lr-api.ts'
import { LrForm } from './lr-form.tsx'
import type { LrValues } from './lr-values.ts'
import { groupButtonId, PendingInvoices } from './pending-invoices.tsx'
import { waitingKey } from './waiting-key.ts'
import './dispatches.css'

const title = 'Add LR Details'
const purpose = 'Choose the invoices that go out together and enter the transporter’s lorry receipt for them.'
const actions = <ButtonLink to="/dispatches/add-lr-details/import">Import LRs</ButtonLink>
/** The id of the head of the list of invoices. */
const HEAD = 'lr-invoices'

/** Page that makes LRs of pending invoices: choose plant and invoices, enter the LR, see the latest ones. */
export default function AddLrDetails() {
  const queries = useQueryClient()
  const plantInAddress = useSearchParams()[0].get('plant')
  const [plant, setPlant] = useState<number | null>(
    plantInAddress !== null && /^[1-9]\d{0,9}$/.test(plantInAddress) ? Number(plantInAddress) : null,
  )
  const waiting = useAsk(
    waitingInvoices,
    { plantId: plant },
    { shows: ['invoices'], placeholderData: keepPreviousData },
  )
  const [selected, setSelected] = useState<readonly string[]>([])
  const [kept, setKept] = useState<LrValues>({})
  const [saved, setSaved] = useState<SavedLr | null>(null)
  // The group that gets the focus once the saved one is gone from the list, or the head of the list after the last.
  const next = useRef<string | null>(null)
  useEffect(() => {
    if (next.current === null || selected.length > 0) return
    const button = document.getElementById(next.current)
    if (!button) return
    button.focus()
    next.current = null
  })

  if (waiting.error) {
    return (
      <PageFrame title={title} purpose={purpose} actions={actions}>
        <Failure error={waiting.error} onRetry={() => void waiting.refetch()} />
      </PageFrame>
    )
  }
  if (!waiting.data) return <Waiting />

  const { groups, plants, plantId, isCut } = waiting.data
  const keysOf = ({ invoices }: WaitingGroup) =>
    invoices.map(({ id, deliveryId }) => waitingKey({ invoiceId: id, deliveryId }))
  const going = selected.filter(key => groups.some(group => keysOf(group).includes(key)))
  const refreshInvoices = () => void queries.invalidateQueries({ queryKey: keyOf(waitingInvoices) })

  function onSaved(made: SavedLr, repeating: LrValues) {
    const at = groups.findIndex(group => keysOf(group).some(key => going.includes(key)))
    const following = groups[at + 1] ?? groups.find((_, index) => index !== at)
    next.current = following ? groupButtonId(following.shipToId) : HEAD
    setSaved(made)
    setKept(repeating)
    setSelected([])
    refreshInvoices()
    void queries.invalidateQueries({ queryKey: ['lrs'] })
  }

  return (
    <PageFrame title={title} purpose={purpose} actions={actions}>
      {saved && <Saved lr={saved} />}
      <section className="panel" aria-labelledby={HEAD}>
        <h2 id={HEAD} tabIndex={-1}>
          Invoices waiting for dispatch
        </h2>
        {plants.length > 1 && (
          <div className="lr-plant">
            <ChoiceRow
              id="lr-plant"
              label="Plant"
              search
              options={plants.map(one => ({ value: one.id, label: `${one.code} · ${one.name} (${one.waiting})` }))}
              value={plantId}
              onChange={chosenPlant => {
                setPlant(chosenPlant)
                setSelected([])
              }}
            />
          </div>
        )}
        <PendingInvoices
          groups={groups}
          selected={going}
          onChange={keys => {
            setSelected(keys)
            setSaved(null)
          }}
        />
        {isCut && <p className="quiet">Not all waiting invoices are shown; more appear as these are dispatched.</p>}
      </section>
      {going.length > 0 && (
        <LrForm key={going.join()} chosen={going} kept={kept} onSaved={onSaved} onTaken={refreshInvoices} />
      )}
      <LatestLrs />
    </PageFrame>
  )
}

function Saved({ lr }: { lr: SavedLr }) {
  return (
    <div className="notice-box is-good lr-saved" role="status">
      <p>
        <strong>LR {lr.lrNo}</strong> is saved. Tracking number <strong>{lr.shipmentNo}</strong>, expected at the
        customer on {dayText(lr.expectedDeliveryDate)}.
      </p>
    </div>
  )
}
