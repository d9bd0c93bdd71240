import { itemWiseOrder } from '../../resources/orders/item-wise-order.ts'
import ReportPage from '../derive/list/report-page.tsx'
import { ExplainSavedLine } from './explain/explain-saved-line.tsx'
import '../derive/show/show.css'

/** Every line of the orders that the person may see, with an explanation of its price and source. */
export default function ItemWiseOrder() {
  return <ReportPage report={itemWiseOrder} more={id => <ExplainSavedLine id={id} />} />
}
