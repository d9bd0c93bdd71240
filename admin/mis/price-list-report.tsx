import { Button } from 'antd'
import { useState } from 'react'
import { priceListReport } from '../../resources/mis/sales/price-list-report.ts'
import { useMay } from '../account/person.ts'
import { listRequest, readState } from '../derive/list/list-state.ts'
import ReportPage from '../derive/list/report-page.tsx'
import { stringify } from '../http/query-text.ts'
import { api, isRefusal } from '../shell/api.ts'
import { Icon } from '../shell/menu/icons.tsx'
import { showFailure } from '../shell/notices/notices.ts'
import { queryFrom } from '../shell/query.ts'
import { useAddress } from '../shell/use-address.ts'

/** The price list, with the list on paper. */
export default function PriceList() {
  const may = useMay()
  return (
    <ReportPage report={priceListReport} actions={may('export', priceListReport.path) ? <DownloadPdf /> : undefined} />
  )
}

/** Takes the PDF by script, so that a refusal is shown here. */
function DownloadPdf() {
  const [address] = useAddress()
  const [busy, setBusy] = useState(false)
  async function download() {
    const { filters, query } = listRequest(priceListReport, readState(priceListReport, address))
    const params = { ...queryFrom({ filters, pagination: { mode: 'off' } }), ...query }
    setBusy(true)
    try {
      await api.get('/price-list-pdf', { params: { ...params, check: true } })
      window.location.assign(`/api/price-list-pdf?${stringify(params)}`)
    } catch (error) {
      if (!isRefusal(error)) throw error
      showFailure('The PDF cannot be made', error.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button loading={busy} onClick={() => void download()}>
      <Icon name="download" /> Download PDF
    </Button>
  )
}
