import { useState } from 'react'
import { transporterBill } from '../../../resources/dispatches/bills/transporter-bill.ts'
import { billSheet } from '../../../resources/uploads/transporter-bill.ts'
import { FileInput } from '../../derive/form/file-input.tsx'
import ImportPage from '../../derive/import/import-page.tsx'
import { AmountBox, plain } from './amount-box.tsx'

/** Imports the LRs of one bill from a file: the form also asks for the base amount and the scan of the bill. */
export default function ImportBill() {
  const [base, setBase] = useState<number | null>(null)
  const [scan, setScan] = useState<number | null>(null)
  const { sentFor, accept } = transporterBill.fields.attachmentId
  return (
    <ImportPage
      resource={billSheet}
      extraFields={
        <>
          <p>
            <label htmlFor="bill-base">Base amount, before GST *</label>
            <br />
            <AmountBox id="bill-base" value={base} onChange={value => setBase(value)} />
            <input type="hidden" name="given.baseAmount" value={base ?? ''} />
          </p>
          <p>
            <label htmlFor="bill-scan">Scan of the bill *</label>
            <br />
            <FileInput
              {...plain}
              id="bill-scan"
              owner={sentFor!}
              accept={accept!}
              what="scan"
              value={scan}
              name={null}
              onChange={setScan}
            />
            <input type="hidden" name="given.attachmentId" value={scan ?? ''} />
          </p>
          <p className="quiet">One file is one bill: its LRs add up to the base amount, within ₹ 1.</p>
        </>
      }
    />
  )
}
