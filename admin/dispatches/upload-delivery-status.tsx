import { useSelect } from '@refinedev/antd'
import { Select } from 'antd'
import { useState } from 'react'
import { can } from '../../resources/capabilities.ts'
import { transporter } from '../../resources/masters/transporter.ts'
import { deliveryStatusSheet } from '../../resources/uploads/delivery-status.ts'
import { usePerson } from '../account/person.ts'
import ImportPage from '../derive/import/import-page.tsx'

/** Takes over events of many consignments from a file. */
export default function UploadDeliveryStatus() {
  const { user } = usePerson()
  return (
    <ImportPage
      resource={deliveryStatusSheet}
      title="Upload Delivery Status"
      list={{ title: 'Open LRs', path: '/dispatches/open-consignments' }}
      extraFields={
        <>
          {can(user, 'reportAsDispatchDesk') && <WhoseFile />}
          <p className="quiet">
            Each row is an event. The rows of an LR are processed in time order; a wrong row does not block the others.
            “/” and “-” in LR numbers are treated alike. What a transporter’s words for a status mean is asked once.
          </p>
        </>
      }
    />
  )
}

/** The desk says whose file it is where the rows do not; a transporter’s file is its own. */
function WhoseFile() {
  const { query } = useSelect<{ code: string; name: string }>({
    resource: transporter.path,
    pagination: { mode: 'off' },
  })
  const [code, setCode] = useState<string>()
  return (
    <p>
      <label htmlFor="status-transporter">Transporter, where the file does not name it</label>
      <br />
      <Select
        id="status-transporter"
        allowClear
        style={{ minWidth: 260 }}
        loading={query.isLoading}
        value={code}
        options={(query.data?.data ?? []).map(one => ({ value: one.code, label: `${one.code} · ${one.name}` }))}
        onChange={setCode}
      />
      <input type="hidden" name="given.transporterId" value={code ?? ''} />
    </p>
  )
}
