import type { Panel } from '../derive/show/panel.ts'
import CertifiedGoods from '../orders/show/certified-goods.tsx'

/** The certificate of the batch that is in stock. */
const StockCertificatePanel: Panel = ({ row }) =>
  row.batchNo !== null && <CertifiedGoods by={{ stockLevelId: row.id }} />
export default StockCertificatePanel
