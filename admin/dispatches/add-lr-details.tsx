import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { dayText } from '../../resources/define/show.ts'
import type { SavedLr } from '../../resources/dispatches/lr-proposal.ts'
import { ChoiceRow } from '../derive/form/choice-row.tsx'
import type { Refusal } from '../shell/api.ts'
import { Failure } from '../shell/failure.tsx'
import { Loading } from '../shell/loading.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { LatestLrs } from './latest-lrs.tsx'
import { type InvoiceRow, pendingInvoices } from './lr-api.ts'
import { LrForm } from './lr-form.tsx'
import { PendingInvoices } from './pending-invoices.tsx'
import './dispatches.css'

const title = 'Add LR Details'
const purpose = 'Choose the invoices that go out together and enter the carrier’s lorry receipt for them.'

/** Page that makes LRs of pending invoices: choose plant and invoices, enter the LR, see the latest ones. */
export default function AddLrDetails() {
  const queries = useQueryClient()
  const pending = useQuery<InvoiceRow[], Refusal>({ queryKey: ['pending-invoices'], queryFn: pendingInvoices })
  const [plant, setPlant] = useState<number | null>(null)
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [saved, setSaved] = useState<SavedLr | null>(null)

  if (pending.error) {
    return (
      <PageFrame title={title} purpose={purpose}>
        <Failure error={pending.error} onRetry={() => void pending.refetch()} />
      </PageFrame>
    )
  }
  if (!pending.data) return <Loading />

  const plants = plantsOf(pending.data)
  const at = plants.some(({ value }) => value === plant) ? plant : (plants[0]?.value ?? null)
  const rows = pending.data.filter(row => row.plantId === at)
  const going = chosen.filter(id => rows.some(row => row.id === id))

  const refreshInvoices = () => void queries.invalidateQueries({ queryKey: ['pending-invoices'] })

  function onSaved(made: SavedLr) {
    setSaved(made)
    setChosen([])
    refreshInvoices()
    void queries.invalidateQueries({ queryKey: ['latest-lrs'] })
  }

  return (
    <PageFrame title={title} purpose={purpose}>
      {saved && <Saved lr={saved} />}
      <section className="panel" aria-labelledby="lr-invoices">
        <h2 id="lr-invoices">Invoices waiting for dispatch</h2>
        {plants.length > 1 && (
          <div className="lr-plant">
            <ChoiceRow
              id="lr-plant"
              label="Plant"
              search
              options={plants}
              value={at}
              onChange={next => {
                setPlant(next)
                setChosen([])
              }}
            />
          </div>
        )}
        <PendingInvoices
          rows={rows}
          chosen={going}
          onChange={next => {
            setChosen(next)
            setSaved(null)
          }}
        />
      </section>
      {going.length > 0 && <LrForm invoiceIds={going} onSaved={onSaved} onTaken={refreshInvoices} />}
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

function plantsOf(rows: readonly InvoiceRow[]) {
  const names = new Map(rows.map(row => [row.plantId, row.texts.plantId ?? `No. ${row.plantId}`]))
  return [...names].map(([value, label]) => ({ value, label })).sort((a, b) => a.label.localeCompare(b.label))
}
