import { ExplainDrawer } from '../explain/explain-drawer.tsx'
import { useLine, usePad, useQuotedLine } from '../pad/pad.ts'
import { LineDeliveries } from './line-deliveries.tsx'
import { LineEud } from './line-eud.tsx'
import { LineRequests } from './line-requests.tsx'
import './line-drawer.css'

/** The details of a pad row that its columns do not show: deliveries, end-user documents, batch and shipping. */
export function LineDrawer({
  at: { key: at, field },
  requestedDate,
  onClose,
}: {
  at: { key: string; field?: string | undefined }
  requestedDate: string | null
  onClose: () => void
}) {
  const pad = usePad()
  const line = useLine(pad, at)
  const quoted = useQuotedLine(pad, at)
  const no = pad.store.keys().indexOf(at) + 1
  if (!line) return null
  return (
    <ExplainDrawer
      title={`Row ${no} · ${line.product?.code ?? line.typed} ${line.product?.name ?? ''}`}
      open
      begin={field && `#${field}`}
      onClose={onClose}
    >
      <div className="line-drawer">
        {quoted?.eud?.needed && line.product && <LineEud line={line} product={line.product} eud={quoted.eud} />}
        <LineDeliveries line={line} requestedDate={requestedDate} promised={quoted?.promiseDate ?? null} />
        <LineRequests line={line} no={no} quoted={quoted} />
      </div>
    </ExplainDrawer>
  )
}
