import { useQuery } from '@tanstack/react-query'
import { isStockOutdated, type SapStatus } from '../../../resources/platform/sap-status.ts'
import { usePerson } from '../../account/person.ts'
import { momentText } from '../../derive/value-text.ts'
import { api, type Refusal } from '../../shell/api.ts'
import { Icon } from '../../shell/icons.tsx'
import '../order-lists.css'

/** Null for people who are not employees. */
function useSapStatus() {
  const isOurs = usePerson().user.userType === 'EMPLOYEE'
  const { data } = useQuery<SapStatus, Refusal>({
    queryKey: ['sap-standing'],
    enabled: isOurs,
    refetchInterval: 30_000,
    queryFn: async () => (await api.get<SapStatus>('/sap-standing')).data,
  })
  return isOurs ? data : null
}

/** Reserves the height of a line, so that the content below does not jump. */
const EmptyLine = () => <p className="quiet sap-as-of">&nbsp;</p>

/** The time of SAP's data on orders, and whether messages are sent to it now; for employees. */
export function SapAsOf() {
  const status = useSapStatus()
  if (!status) return status === null ? null : <EmptyLine />
  const { isConnected, pauses, ordersAt, invoicesAt } = status
  const read = (what: string, at: string | null) => (at ? `${what} of ${momentText(at)}` : `${what} not read yet`)
  return (
    <>
      <p className="quiet sap-as-of">
        SAP data: {read('orders', ordersAt)}, {read('invoices', invoicesAt)}.
      </p>
      {!isConnected && <Warning>SAP is not connected: what is sent waits until it is.</Warning>}
      {pauses.map(({ process, until }) => (
        <Warning key={process}>
          SAP failed several times in a row: process {process} sends nothing until {momentText(until)}, then it tries
          one message.
        </Warning>
      ))}
    </>
  )
}

/** The time of the stock by which plants are chosen; a warning once it is older than a day. */
export function StockAsOf() {
  const status = useSapStatus()
  if (!status) return status === null ? null : <EmptyLine />
  const { stockAt } = status
  const text = stockAt ? `Stock as of ${momentText(stockAt)}` : 'No stock is known'
  return isStockOutdated(stockAt, new Date().toISOString()) ? (
    <Warning>{text}: what is shown as available may be gone.</Warning>
  ) : (
    <p className="quiet sap-as-of">{text}.</p>
  )
}

const Warning = ({ children }: { children: React.ReactNode }) => (
  <div className="notice-box is-warning sap-as-of" role="status">
    <p>
      <Icon name="alert" size={12} /> {children}
    </p>
  </div>
)
