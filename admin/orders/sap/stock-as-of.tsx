import type { ReactNode } from 'react'
import { arePricesOutdated, isStockOutdated } from '../../../resources/platform/sap-status.ts'
import type { showSapStatus } from '../../../resources/sap/commands/reading.ts'
import { usePerson } from '../../account/person.ts'
import { at, useAsk } from '../../derive/command/ask.ts'
import { momentText } from '../../derive/value-text.ts'
import { Icon } from '../../shell/menu/icons.tsx'
import '../order-lists.css'

const sapStatus = at<typeof showSapStatus>('GET sap-status')

/** The state of the connection to SAP: null for people who are not employees, undefined until it is known. */
export function useSapStatus() {
  const isOurs = usePerson().user.userType === 'EMPLOYEE'
  const { data } = useAsk(sapStatus, {}, { enabled: isOurs, refetchInterval: 30_000 })
  return isOurs ? data : null
}

/** Reserves the height of a line, so that the content below does not jump. */
export const EmptyLine = () => <p className="quiet sap-as-of">&nbsp;</p>

/** The times of the stock by which plants are chosen and of the list prices; warnings once they are older than a day. */
export function StockAndPricesAsOf() {
  const status = useSapStatus()
  if (!status) return status === null ? null : <EmptyLine />
  const { stockAt, pricesAt } = status
  const now = new Date().toISOString()
  const [oldStock, oldPrices] = [isStockOutdated(stockAt, now), arePricesOutdated(pricesAt, now)]
  const stock = stockAt ? `Stock as of ${momentText(stockAt)}` : 'No stock is known'
  const prices = pricesAt && `List prices as of ${momentText(pricesAt)}`
  const fresh = [!oldStock && stock, !oldPrices && prices].filter(Boolean)
  return (
    <>
      {fresh.length > 0 && <p className="quiet sap-as-of">{fresh.join('. ')}.</p>}
      {oldStock && <Warning>{stock}: available quantities may have changed.</Warning>}
      {oldPrices && <Warning>{prices}: SAP may have changed them since.</Warning>}
    </>
  )
}

/** A warning of the age of SAP's data, or of what keeps messages from it. */
export const Warning = ({ children }: { children: ReactNode }) => (
  <div className="notice-box is-warning sap-as-of" role="status">
    <p>
      <Icon name="alert" size={12} /> {children}
    </p>
  </div>
)
