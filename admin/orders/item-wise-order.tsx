import { itemWiseOrder } from '../../resources/orders/item-wise-order.ts'
import ReportPage from '../derive/list/report-page.tsx'
import { ExplainKeptLine } from './explain/explain-saved-line.tsx'
import '../derive/show/show.css'

/** Every line of the orders a person may see; of the chosen one why it costs what it costs and comes from where it comes. */
export default function ItemWiseOrder() {
  return <ReportPage report={itemWiseOrder} more={id => <ExplainKeptLine id={id} />} />
}
