import { sapSending } from '../../../resources/platform/sap-sending.ts'
import type { SapStatus } from '../../../resources/sap/commands/reading.ts'
import { useMay } from '../../account/person.ts'
import { momentText } from '../../derive/value-text.ts'
import { SendingPanel } from './sending-panel.tsx'
import { EmptyLine, useSapStatus, Warning } from './stock-as-of.tsx'

/** The time of SAP's data on orders, and whether messages are sent to it now; for employees. */
export function SapAsOf() {
  const status = useSapStatus()
  const may = useMay()
  if (!status) return status === null ? null : <EmptyLine />
  const { isConnected, ordersAt, invoicesAt } = status
  const read = (what: string, at: string | null) => (at ? `${what} of ${momentText(at)}` : `${what} not read yet`)
  return (
    <>
      <p className="quiet sap-as-of">
        SAP data: {read('orders', ordersAt)}, {read('invoices', invoicesAt)}.
      </p>
      {!isConnected && <Warning>SAP is not connected: what is sent waits until it is.</Warning>}
      {may('read', sapSending.path) ? <SendingPanel /> : <Pauses {...status} />}
    </>
  )
}

/** For people who look after SAP no closer. */
function Pauses({ pausedUntil, pausedBy }: SapStatus) {
  return (
    <>
      {pausedBy && (
        <Warning>
          {pausedBy.name ?? 'Another user'} paused the sending to SAP on {momentText(pausedBy.since)}
          {pausedBy.reason && `: ${pausedBy.reason}`}
        </Warning>
      )}
      {pausedUntil && (
        <Warning>
          SAP failed several times in a row: nothing is sent until {momentText(pausedUntil)}, then one message is tried.
        </Warning>
      )}
    </>
  )
}
